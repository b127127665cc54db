// Narrows the list of rules while somebody types.  Without this script the form asks the server.

const box = document.getElementById("search");
const rules = [...document.querySelectorAll(".rule-text")];
const count = document.getElementById("found");

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").toLowerCase();
const texts = new Map(rules.map((rule) => [rule, plain(rule.textContent)]));

function narrow() {
  const words = plain(box.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const rule of rules) {
    const fits = words.every((word) => texts.get(rule).includes(word));
    rule.hidden = !fits;
    found += fits;
  }
  count.textContent = words.length ? `${found} / ${rules.length}` : "";
}

box.addEventListener("input", narrow);
box.form.addEventListener("submit", (event) => event.preventDefault());
narrow();
