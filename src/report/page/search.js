// Searches that the player asks for, with a bar and a button that stops them; and small ones that nobody asks for.

// Who rests at a position for so long is told how many moves are left, if a search finds that in this time.
const LULL = 250;
// A 15-puzzle of 57 moves takes 2.4 s on two busy processors.
const PATIENCE = 4000;

class Search {
  constructor(player, oracle) {
    this.player = player;
    this.oracle = oracle;
    // The search that the player waits for, and the styles in which searches take too long for others.
    this.current = null;
    this.slow = new Set();
    this.wondering = null;
  }

  /** Searches for the next move, and shows how far the search is; then `act` comes again. */
  async consult(position, act) {
    clearTimeout(this.wondering);
    const current = (this.current = {});
    this.tell({});
    byId("search").hidden = false;
    this.player.say(t("search.begun"));
    try {
      await this.oracle.consult(position, (progress) => this.tell(progress));
      if (this.current === current) act();
    } catch (error) {
      if (this.current !== current) return;
      this.end();
      this.player.say(t("search.failed", { why: error.message }));
    }
  }

  tell({ distance, positions }) {
    byId("far").textContent = distance === undefined ? "" : t("search.far", { distance, n: positions });
  }

  /** Ends the search that is under way, if there is any. */
  end() {
    clearTimeout(this.wondering);
    this.oracle.stop();
    this.current = null;
    byId("search").hidden = true;
  }

  stop() {
    this.end();
    this.player.say(t("search.stopped"));
  }

  /** Searches for the moves left, if that does not take long. */
  wonder(position) {
    clearTimeout(this.wondering);
    const { player, oracle, slow } = this;
    const { style } = player.rules;
    if (this.current || player.hides("left") || slow.has(style) || player.known(position).left !== undefined) return;
    this.wondering = setTimeout(async () => {
      let limit;
      try {
        // The time that it takes to load the solver does not count.
        await oracle.open();
        if (this.current) return;
        limit = setTimeout(() => {
          slow.add(style);
          oracle.stop();
        }, PATIENCE);
        await oracle.ask(position);
        player.note();
        player.refresh();
      } catch {
        // It takes too long, or something else is asked now.
      } finally {
        clearTimeout(limit);
      }
    }, LULL);
  }
}
