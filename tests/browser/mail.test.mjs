import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { Player, stage } from "./stage.mjs";

/** A mail server that keeps what it is given. */
function letterBox() {
  const letters = [];
  const box = createServer((line) => {
    let letter = null;
    let heard = "";
    const say = (words) => line.write(`${words}\r\n`);
    say("220 letterbox");
    line.on("error", () => {});
    line.on("data", (data) => {
      heard += data;
      for (let end = heard.indexOf("\r\n"); end >= 0; end = heard.indexOf("\r\n")) {
        const words = heard.slice(0, end);
        heard = heard.slice(end + 2);
        if (letter !== null) {
          if (words === ".") {
            letters.push(letter.replace(/=\r\n/g, "").replace(/=3D/g, "="));
            letter = null;
            say("250 kept");
          } else letter += `${words}\r\n`;
        } else if (/^EHLO/i.test(words)) say("250 letterbox");
        else if (/^DATA/i.test(words)) {
          letter = "";
          say("354 go on");
        } else if (/^QUIT/i.test(words)) {
          say("221 bye");
          line.end();
        } else say("250 well");
      }
    });
  });
  return new Promise((resolve) => box.listen(0, "127.0.0.1", () => resolve({ box, letters })));
}

const post = await letterBox();
const smtp = `smtp://127.0.0.1:${post.box.address().port}`;
const { server, browser } = await stage({
  more: (url) => ["--mail", smtp, "--mail-from", "table@example.org", "--address", url],
});
after(() => post.box.close());

const until = async (fact) => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fact()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never came about: ${fact}`);
};

/** Makes an account that wants mail, through the page. */
async function subscribe(player, name) {
  const { page } = player;
  await player.go();
  await page.click("button.me");
  const register = page.locator("dialog section").first();
  await register.locator("input[name=name]").fill(name);
  await register.locator("input[name=password]").fill("eight-legions");
  await register.locator("input[name=email]").fill(`${name.toLowerCase()}@example.org`);
  await page.click("text=Make an account");
  await page.waitForSelector(`button.me:has-text("${name}")`);
  await page.click("button.me");
  await page.check("input[name=notify]");
  await page.click("dialog button:has-text('Keep')");
  await page.waitForSelector("text=Your settings are kept");
  // Nobody is written to before they said that the address is theirs; the last letter that asks counts.
  await until(() => post.letters.length === 2);
  assert.match(post.letters[1], /^Subject: Is this your address/m);
  const [link] = /\S+\/api\/confirm\/\S+/.exec(post.letters[1]);
  await page.goto(link);
  await page.waitForSelector("text=Your address is confirmed");
  post.letters.length = 0;
}

test("who is away is written to once when it is their move, and one click stops it", async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => Player.sit(browser, server)));
  await subscribe(bob, "Bohemond");
  const { invite } = await ann.begin("armageddon/rome", { seating: "invite" });
  await bob.go(invite);
  await bob.atTable();
  // Bob closes the board; Ann deploys, and it is his move.
  await bob.go("/");
  await bob.page.waitForSelector(".card");
  const deploy = async (player, entry) => {
    const { orders } = await player.view();
    await player.order(orders.find((o) => ["muster", "done", "commit"].includes(o.kind)).order);
    await until(async () => (await player.view()).entry > entry);
  };
  await until(async () =>
    (await ann.view()).seats.every((seat) => seat.player && !(seat.side === "second" && seat.online)),
  );
  await deploy(ann, 0);
  await until(() => post.letters.length === 1);
  const [letter] = post.letters;
  assert.match(letter, /^To: bohemond@example\.org/m);
  assert.match(letter, /^Subject: Your move: Rome/m);
  assert.match(letter, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  assert.ok(letter.includes(`${server.url}/#/game/${ann.game}`), letter);

  // His move, hers, his again: no second letter within the half hour.
  await bob.go(`/#/game/${ann.game}`);
  await bob.atTable();
  await deploy(bob, 1);
  await bob.go("/");
  await bob.page.waitForSelector(".card");
  await until(async () => !(await ann.view()).seats[1].online);
  for (let tries = 0; tries < 6 && (await ann.view()).turn.side === "Romans"; tries += 1)
    await deploy(ann, (await ann.view()).entry);
  assert.equal((await ann.view()).turn.side, "Sabines");
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(post.letters.length, 1, "throttled");

  const stop = /To get none at all, open this once: (\S+)/.exec(letter)[1];
  assert.equal((await bob.ask("/me")).notify, true);
  await bob.page.goto(stop);
  await bob.page.waitForSelector("text=You will get no more mail");
  await bob.go("/");
  assert.equal((await bob.ask("/me")).notify, false);
  await Promise.all([ann.leave(), bob.leave()]);
});
