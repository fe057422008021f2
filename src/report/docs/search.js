// Finds sections, clauses, codes, settings and fields by their words, from the index that each page carries.
const index = JSON.parse(document.getElementById('index').textContent);
const input = document.getElementById('search');
const list = document.getElementById('found');
const form = input.closest('form');
form.hidden = false;

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits =
    words.length === 0 ? [] : index.filter(([, , text]) => words.every((word) => text.includes(word)));
  // What has the words in its name comes first.
  const named = ([, name]) => words.every((word) => name.toLowerCase().includes(word));
  hits.sort((a, b) => Number(named(b)) - Number(named(a)));
  list.replaceChildren(
    ...hits.slice(0, 20).map(([href, name, , kind]) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = href;
      link.textContent = name;
      const aside = document.createElement('span');
      aside.className = 'soft';
      aside.textContent = ` ${kind}`;
      item.append(link, aside);
      return item;
    }),
  );
  document.getElementById('count').textContent =
    words.length === 0 ? '' : `${hits.length} found${hits.length > 20 ? ', the first 20 are shown' : ''}`;
}

input.addEventListener('input', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
list.addEventListener('click', () => {
  input.value = '';
  show();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape' && document.activeElement === input) {
    input.value = '';
    show();
  }
});
// A link to what is folded opens it.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest('details') ?? target?.querySelector('details');
  if (details) details.open = true;
}
addEventListener('hashchange', unfold);
unfold();
