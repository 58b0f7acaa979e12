// The page as it is when it is one file.

const page = JSON.parse(byId("data").textContent);
page.core = new Core(page.core);
page.core.begin().then(
  (table) => begin(new Player(page, table)),
  (error) => (byId("said").textContent = t("play.wrong", { why: error.message })),
);
