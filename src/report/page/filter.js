// Runs in the page, without a build: filters clauses by verdict and words, and unfolds what a link leads to.
(() => {
  const form = document.querySelector('.filter');
  const { verdict, words } = form.elements;
  const clauses = [...document.querySelectorAll('.clause')];

  const filter = () => {
    const sought = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isSought = ({ classList, textContent }) =>
      (verdict.value === '' || classList.contains(verdict.value)) &&
      sought.every((word) => textContent.toLowerCase().includes(word));
    for (const clause of clauses) clause.hidden = !isSought(clause);
    const { length } = clauses.filter(({ hidden }) => !hidden);
    form.querySelector('output').textContent =
      length === clauses.length ? '' : `${length} of ${clauses.length} clauses`;
  };

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.closest('[hidden]')) {
      form.reset();
      filter();
    }
    for (let place = target; place; place = place.parentElement)
      if (place.matches('details')) place.open = true;
    target?.scrollIntoView();
  };

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  form.hidden = false;
  filter();
  reveal();
})();
