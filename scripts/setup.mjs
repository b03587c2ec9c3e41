// `npm run setup -- DOMAIN MAIL`: writes the .env that docker-compose.yml reads, with secrets drawn for this machine alone.
// Needs nothing but Node, so it also runs in its image where Node is not installed.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `Usage: npm run setup -- [DOMAIN MAIL]
  DOMAIN   where members will find Salong; without it localhost, to look at it on this machine
  MAIL     your address: certificates are fetched in its name, and mails to members come from it`

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:localhost|${LABEL}(?:\\.${LABEL})+)$`)
const MAIL = /^[^\s@<>"'$\\]+@[^\s@<>"'$\\]+$/

const drawn = () => randomBytes(32).toString('hex')

/** @param {string} domain @param {string} mail */
const settings = (domain, mail) => `# Written by npm run setup. Keep it, keep a copy elsewhere, and show it to nobody.

# Where members find Salong, and in whose name certificates are fetched.
DOMAIN=${domain}
TLS_EMAIL=${mail}

# Mails land in an inbox at http://localhost:8025 until a mail server is named here, as
# smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST:587?requireTLS=true; then take the word inbox away below.
SMTP_URL=smtp://mailpit:1025
COMPOSE_PROFILES=inbox
MAIL_FROM="Salong <${mail}>"
# Where Contact leads; without it a mail to MAIL_FROM.
SUPPORT_URL=

SESSION_SECRET=${drawn()}
POSTGRES_PASSWORD=${drawn()}
REDIS_PASSWORD=${drawn()}
STORE_KEY=${drawn().slice(0, 20)}
STORE_SECRET=${drawn()}
GRAFANA_PASSWORD=${drawn()}
QUEUES_PASSWORD=${drawn()}
`

/** @param {string} domain */
const whatNext = (domain) => `
Next:
  docker compose up --build --detach --wait
  Open https://${domain}${domain === 'localhost' ? ' (the browser will warn of a certificate that it does not know)' : ''}
  Register, and read the mail at http://localhost:8025, on this machine or through ssh -L 8025:localhost:8025
  docker compose run --rm migrate node scripts/dist/admin.js grant YOUR-MAIL

docs/operating.md tells how to update, scale, back up and restore. infra/pages holds the terms: replace them.`

function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [domain = 'localhost', mail = domain === 'localhost' ? 'noreply@localhost' : '', ...others] = positionals
  if (!DOMAIN.test(domain) || !MAIL.test(mail) || others.length > 0) throw new Error(USAGE)
  const file = resolve('.env')
  try {
    writeFileSync(file, settings(domain, mail), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    throw new Error(`${file} is there already, and its secrets open the data that is here: it stays as it is.`)
  }
  console.log(`${file} holds new secrets, readable for you only.`)
  console.log(whatNext(domain))
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
