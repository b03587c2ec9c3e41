// A file that the page starts with could not be had, as when a newer release is just replacing it: says so in place of nothing.
const WORDS = {
  sv: { title: 'Sidan kunde inte laddas.', again: 'Ladda om' },
  en: { title: 'The page could not be loaded.', again: 'Reload' },
}

// The style sheets may not have come either.
const BUTTON = `min-height: 48px; padding: 0 24px; border: 0; border-radius: 24px; cursor: pointer;
  background: var(--plum, #6b2a55); color: var(--on-plum, #fff7fa); font: 600 15px var(--sans, system-ui, sans-serif)`

const { title, again } = WORDS[document.documentElement.lang] ?? WORDS.sv
const root = document.getElementById('root')

const make = (tag, text, style) => Object.assign(document.createElement(tag), { textContent: text, style })

if (root && !root.hasChildNodes()) {
  const main = make('main', '', 'padding: 30vh 16px 0; text-align: center')
  const heading = make('h1', title, 'margin: 0 0 24px; font-size: 24px')
  const button = make('button', again, BUTTON)
  button.type = 'button'
  button.onclick = () => location.reload()
  main.append(heading, button)
  root.append(main)
}
