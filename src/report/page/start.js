// The page as it is when it is one file.

begin(new Player(JSON.parse(byId("data").textContent)));
