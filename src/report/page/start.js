// The page as it is when it is one file.

const page = JSON.parse(byId("data").textContent);
page.open = page.core && (() => openCore(page.core));
begin(page, page.rules).catch((error) => (byId("said").textContent = t("play.wrong", { why: error.message })));
