// Runs in the page, without a build: filters clauses by verdict and words, and unfolds what a link leads to.
(() => {
  const form = document.querySelector('.filter');
  const { verdict, words } = form.elements;
  const clauses = [...document.querySelectorAll('.clause')];

  const filter = () => {
    const sought = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const clause of clauses) {
      const text = sought.length === 0 ? '' : clause.textContent.toLowerCase();
      const chosen = verdict.value === '' || clause.classList.contains(verdict.value);
      clause.hidden = !(chosen && sought.every((word) => text.includes(word)));
      if (!clause.hidden) shown++;
    }
    form.querySelector('output').textContent =
      shown === clauses.length ? '' : `${shown} of ${clauses.length} clauses`;
  };

  const clear = () => {
    form.reset();
    filter();
  };

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.closest('[hidden]')) clear();
    for (let place = target; place; place = place.parentElement)
      if (place.matches('details')) place.open = true;
    target?.scrollIntoView();
  };

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.target.closest('input')) {
      event.preventDefault();
      words.focus();
    }
    if (event.key === 'Escape' && form.contains(event.target)) clear();
  });

  form.hidden = false;
  filter();
  reveal();
})();
