#!/usr/bin/env bash
# Writes a scene into the current folder: its scripts, the pages that it plays, and what it has to know, as JSON.
# The argument is the name of the scene; `SLIDING` is the path of the program.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

sliding() { "$SLIDING" "$@"; }
page() { sliding solve --format html "$@"; }

player() {
    local separator="["
    for puzzle in klotski:2 simplicity:2 fifty-one-slides:1 4x2:0 scattered-squares:0 ring-and-pebble:3 any-place-below:3 silly:5 bolts:5; do
        local name=${puzzle%:*} style=${puzzle#*:}
        page --style "$style" --output "$name.html" "@$name"
        printf '%s' "$separator"
        sliding solve --style "$style" --format json "@$name" | sed "s/^{/{\"page\":\"$name.html\",/"
        separator=","
    done
    echo "]"
    # Rules, map and scripts.
    test "$(wc -c <klotski.html)" -lt 300000
    # An odd permutation, and a board three moves from its goal with too many positions for a map.
    kinds() { for name in "$@"; do echo "$name = 1"; done; }
    vast="3 x 4"$'\n'$(kinds 1 2 3 4 5 6 7 8 9 a b)$'\n'123456789ab0$'\n'213456789ab0
    page - <<<"$vast" >vast.html || test $? = 1
    large="4 x 4"$'\n'$(kinds 1 2 3 4 5 6 7 8 9 a b c d e f)$'\n'123456789abc0def$'\n'123456789abcdef
    page --hide solution - <<<"$large" >searched.html
    page --hide solution,hints,left @klotski >hidden.html
    cat >hostile.txt <<'end'
1 x 4
1 = 1
2 = 11
102
012
# title: </script><script>document.title = 'caught'</script> & <!-- \ {{data}}
# name: 1 the gentleman
end
    page @klotski hostile.txt >several.html
}

editor() {
    sliding site -o site @klotski
}

gallery() {
    sliding site -o site
    # A browser that refuses.
    cat >site/refuse.js <<'end'
history.replaceState = () => { throw new Error("refused"); };
Object.defineProperty(window, "localStorage", { get: history.replaceState });
end
    sed 's|<script src="texts.js"|<script src="refuse.js"></script>&|' site/play.html >site/refused.html
    cat >'<i> & x.txt' <<'end'
1 x 3
1 = 1
1
001
# title: </script><img src=x onerror=alert(1)> {n} |two {{body}} "q"
# name: 1 </script><img src=x onerror=alert(1)>
end
    sliding generate --board 6x6 --shapes cars --pieces 9-13 --moves 15-19 --seed 12 | page --output level.html -
    sliding site -o hostile '<i> & x.txt'
    # What the lines of the puzzles say, without the program.
    local separator="["
    for file in "$here"/../../puzzles/*/*.txt; do
        local moves
        moves=$(sed -n 's/^# expect: [0-5] \([^ ]*\).*/\1/p' "$file" | sed 's/[^0-9].*/null/' | paste -sd,)
        local rating
        rating=$(sed -n "s/^$(basename "$file" .txt)\t//p" "$here/../../puzzles/ratings.tsv")
        printf '%s{"id":"%s","family":"%s","moves":[%s],"rating":%s}\n' "$separator" \
            "$(basename "$file" .txt)" "$(basename "$(dirname "$file")")" "$moves" "${rating:-null}"
        separator=","
    done
    echo "]"
}

lesson() {
    sliding solve @simplicity --trace broad.html
    sliding solve - --style step --engine korf0 --trace deep.html <<<"5 2 8/4 1 7/0 3 6"
}

proofs() {
    page @klotski >klotski.html
    page @ring-and-pebble >proven.html || test $? = 1
}

cp "$here"/{scene.html,driver.js} .
cp "$here/$1.js" scene.js
facts=$("$1")
echo "const FACTS = ${facts:-null};" >facts.js
