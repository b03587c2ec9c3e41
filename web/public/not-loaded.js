// Replaces the outline, which would otherwise stay, with an error if a script failed to load, for example during the
// rollout of a newer release.
const TEXTS = {
  sv: { title: 'Sidan kunde inte laddas.', reload: 'Ladda om' },
  en: { title: 'The page could not be loaded.', reload: 'Reload' },
}

// Has fallback values, because the style sheets may have failed to load too.
const BUTTON = `min-height: 3rem; padding: 0 1.5rem; border: 0; border-radius: 1.5rem; cursor: pointer;
  background: var(--plum, #6b2a55); color: var(--on-plum, #fff7fa); font: 600 0.9375rem var(--sans, system-ui, sans-serif)`

const { title, reload } = TEXTS[document.documentElement.lang] ?? TEXTS.sv
const root = document.getElementById('root')

const createElement = (tag, text, style) => Object.assign(document.createElement(tag), { textContent: text, style })

if (root?.querySelector('.outline')) {
  const main = createElement('main', '', 'padding: 30vh 1rem 0; text-align: center')
  const heading = createElement('h1', title, 'margin: 0 0 1.5rem; font-size: 1.5rem')
  const button = createElement('button', reload, BUTTON)
  button.type = 'button'
  button.onclick = () => location.reload()
  main.append(heading, button)
  root.replaceChildren(main)
}
