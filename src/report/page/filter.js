// Runs in the page, without a build: filter by verdict and words, kept in the address; links into what is folded.
(() => {
  const form = document.querySelector('.filter');
  const words = document.querySelector('#words');
  const output = form.querySelector('output');
  const buttons = [...form.querySelectorAll('button[data-tag]')];
  const clauses = [...document.querySelectorAll('.clause')];
  const pointers = [...document.querySelectorAll('.pointer')];
  const chapters = [...document.querySelectorAll('.chapter')];
  const texts = new Map();

  const textOf = (clause) => {
    if (!texts.has(clause)) texts.set(clause, clause.textContent.toLowerCase());
    return texts.get(clause);
  };

  const filter = () => {
    const sought = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const tags = buttons
      .filter((button) => button.ariaPressed === 'true')
      .map((button) => button.dataset.tag);
    let shown = 0;
    for (const clause of clauses) {
      const tagged = tags.length === 0 || tags.includes(clause.dataset.tag);
      clause.hidden = !(tagged && sought.every((word) => textOf(clause).includes(word)));
      if (!clause.hidden) shown++;
    }
    for (const pointer of pointers) pointer.hidden = document.getElementById(pointer.dataset.clause).hidden;
    for (const chapter of chapters)
      chapter.hidden = !chapter.querySelector('.clause:not([hidden]), .pointer:not([hidden])');
    const all = tags.length === 0 && sought.length === 0;
    output.textContent = all ? '' : `${shown} of ${clauses.length} clauses`;
    keep(tags);
  };

  const keep = (tags) => {
    const address = new URL(location.href);
    for (const [name, value] of [
      ['show', tags.join(' ')],
      ['words', words.value.trim()],
    ]) {
      if (value === '') address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    if (address.href !== location.href) history.replaceState(null, '', address);
  };

  const restore = () => {
    const { searchParams } = new URL(location.href);
    words.value = searchParams.get('words') ?? '';
    const tags = (searchParams.get('show') ?? '').split(' ');
    for (const button of buttons) button.ariaPressed = String(tags.includes(button.dataset.tag));
    filter();
  };

  const clear = () => {
    words.value = '';
    for (const button of buttons) button.ariaPressed = 'false';
    filter();
  };

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) clear();
    for (let place = target; place; place = place.parentElement) {
      const details = place.matches('details')
        ? place
        : place === target && place.querySelector(':scope > details');
      if (details) details.open = true;
    }
    target.scrollIntoView();
  };

  for (const button of buttons) {
    button.addEventListener('click', () => {
      button.ariaPressed = String(button.ariaPressed !== 'true');
      filter();
    });
  }
  words.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.closest('input')) {
      event.preventDefault();
      words.focus();
    }
    if (event.key === 'Escape' && form.contains(event.target)) clear();
  });

  for (const command of document.querySelectorAll('.repeat')) {
    if (!navigator.clipboard) break;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(command.querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    command.append(button);
  }

  form.hidden = false;
  restore();
  reveal();
})();
