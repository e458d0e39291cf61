// Finding an opponent: two strangers are paired, a third watches, and nobody plays against themselves.

import { clean } from "./access.js";
import { gameOf, idOf, playOut, turnSays } from "./table.js";
import { check, until } from "./world.js";

const find = (page) => page.getByRole("button", { name: "Find an opponent" }).click();

check("two strangers find each other, play a whole game, and are watched", async (t) => {
  const [anna, bob, eve] = [await t.visitor({ viewport: { width: 390, height: 844 } }), await t.visitor(), await t.visitor()];
  await anna.page.goto("/");
  await anna.page.getByRole("link", { name: /Find an opponent/ }).click();
  await anna.page.waitForURL("**/people");
  await anna.page.getByRole("radio", { name: "Subtract" }).check();
  await anna.page.getByLabel("Your name, if you like").fill("Anna");
  await find(anna.page);
  await anna.page.getByRole("heading", { name: "Looking for an opponent" }).waitFor();

  // The page that was left, and another one of the same browser, lead back to the table that waits.
  const second = await anna.context.newPage();
  await second.goto("/people");
  await second.getByRole("link", { name: "Your table: go back" }).waitFor();
  await second.locator("#mine", { hasText: "waits for an opponent" }).waitFor();
  await find(second);
  await second.waitForURL(`**/g/${idOf(anna.page)}`);
  await second.close();

  await bob.page.goto("/people");
  await bob.page.locator("#waiting", { hasText: "Anna" }).waitFor();
  await clean(bob.page, "the list of open games");
  await bob.page.getByRole("radio", { name: "Subtract" }).check();
  await find(bob.page);
  await bob.page.waitForURL(`**/g/${idOf(anna.page)}`);
  await turnSays(anna.page, /turn/i);

  await eve.page.goto("/people");
  await eve.page.getByRole("link", { name: /^Watch/ }).first().click();
  await eve.page.waitForURL(`**/g/${idOf(anna.page)}`);
  const game = await gameOf(anna.page);
  const pages = game.seats[0].name === "Anna" ? [anna.page, bob.page] : [bob.page, anna.page];
  await playOut(pages);
  await until("the spectator sees the end", async () => eve.page.locator("#after").isVisible());
});

check("a table that waits is taken from the list, and is gone from it", async (t) => {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  await anna.page.goto("/people");
  await anna.page.getByLabel("Your name, if you like").fill("Cleo");
  await anna.page.getByRole("radio", { name: "Divide" }).check();
  await find(anna.page);
  await anna.page.getByRole("heading", { name: "Looking for an opponent" }).waitFor();
  await bob.page.goto("/people");
  await bob.page.getByRole("button", { name: /with Cleo$/ }).click();
  await bob.page.waitForURL(`**/g/${idOf(anna.page)}`);
  await turnSays(bob.page, /turn/i);
  await bob.page.goBack();
  await bob.page.locator("#mine", { hasText: "turn" }).waitFor();
  await until("the table is not offered any more", async () => (await bob.page.getByRole("button", { name: /with Cleo$/ }).count()) === 0);
});
