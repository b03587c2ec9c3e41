// `npm run setup -- DOMAIN MAIL`: writes the .env that docker-compose.yml reads, with newly generated secrets. Needs
// only Node, so it also runs in the Node image on machines without Node.
import { randomBytes } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'

const USAGE = `Usage: npm run setup -- [DOMAIN MAIL]
  DOMAIN   the domain that members open; default localhost, to try it on this machine
  MAIL     your email address: the contact for certificates, and the sender of emails to members
If a .env exists, npm run setup without arguments adds the secrets that a newer release needs.`

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:localhost|${LABEL}(?:\\.${LABEL})+)$`)
const MAIL = /^[^\s@<>"'$\\]+@[^\s@<>"'$\\]+$/

const generateSecret = () => randomBytes(32).toString('hex')

/** @param {string} name @returns {Record<string, string>} */
const generateStoreKey = (name) => ({
  [`${name}_KEY`]: generateSecret().slice(0, 20),
  [`${name}_SECRET`]: generateSecret(),
})

/** @returns {Record<string, string>} */
const generateSecrets = () => ({
  SESSION_SECRET: generateSecret(),
  // The superuser of the database, and its roles: owner of the tables, application, read-only, metrics.
  POSTGRES_PASSWORD: generateSecret(),
  POSTGRES_OWNER_PASSWORD: generateSecret(),
  POSTGRES_APP_PASSWORD: generateSecret(),
  POSTGRES_READER_PASSWORD: generateSecret(),
  POSTGRES_EXPORTER_PASSWORD: generateSecret(),
  REDIS_PASSWORD: generateSecret(),
  // The photo store: one key that creates the bucket, and one for each service that reads or writes photos.
  ...generateStoreKey('STORE'),
  ...generateStoreKey('STORE_GATEWAY'),
  ...generateStoreKey('STORE_WORKER'),
  ...generateStoreKey('STORE_BACKUP'),
  ...generateStoreKey('STORE_RESTORE'),
  GRAFANA_PASSWORD: generateSecret(),
  QUEUES_PASSWORD: generateSecret(),
  // Signs notifications for members' devices; with another key, every device has to turn them on again.
  WEB_PUSH_KEY: generateSecret(),
})

/**
 * Adds the secrets that a `.env` of an earlier release lacks, and leaves its other lines unchanged.
 * @param {string} file
 * @returns {string[]} the names of the added secrets
 */
function addMissingSecrets(file) {
  const text = readFileSync(file, 'utf8')
  const existing = parseEnv(text)
  const missing = Object.entries(generateSecrets()).filter(([name]) => existing[name] === undefined)
  const lines = missing.map(([name, value]) => `${name}=${value}\n`)
  if (missing.length > 0) appendFileSync(file, `${text.endsWith('\n') ? '' : '\n'}${lines.join('')}`)
  return missing.map(([name]) => name)
}

/** @param {string} domain @param {string} mail */
const renderSettings = (domain, mail) => `# Written by npm run setup. Keep a copy elsewhere, and keep both secret.

# The domain that members open, and the contact for its certificates.
DOMAIN=${domain}
TLS_EMAIL=${mail}

# The mail server: smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST:587?requireTLS=true. The default is an inbox at
# http://localhost:8025; with a mail server of your own, remove the word inbox below.
SMTP_URL=smtp://mailpit:1025
COMPOSE_PROFILES=inbox
MAIL_FROM="Salong <${mail}>"
# Target of the Contact link; by default an email to MAIL_FROM.
SUPPORT_URL=
# Page of the certified dispute settlement body that decisions name; by default they name only courts.
DISPUTE_ADDRESS=
# on if every subdomain of DOMAIN is served over HTTPS, too: browsers then refuse plain HTTP for them.
HSTS_SUBDOMAINS=off

${Object.entries(generateSecrets())
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}
`

/** @param {string} domain */
const describeNextSteps = (domain) => `
Next:
  Fill in the terms and the about page in infra/pages; gateways do not start until you have
  docker compose up --build --detach --wait
  Open https://${domain}${domain === 'localhost' ? ' (the browser warns that it does not know the certificate)' : ''}
  Register, and read the email at http://localhost:8025, on this machine or through ssh -L 8025:localhost:8025
  docker compose run --rm hub node scripts/dist/admin.js grant YOUR-MAIL

docs/operating.md explains what to fill in, and how to update, scale, back up and restore.`

function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [domain = 'localhost', mail = domain === 'localhost' ? 'noreply@localhost' : '', ...others] = positionals
  if (!DOMAIN.test(domain) || !MAIL.test(mail) || others.length > 0) throw new Error(USAGE)
  const file = resolve('.env')
  try {
    writeFileSync(file, renderSettings(domain, mail), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (positionals.length === 0) {
      const added = addMissingSecrets(file)
      console.log(added.length > 0 ? `${file} has new secrets: ${added.join(', ')}` : `${file} has every secret.`)
      return
    }
    throw new Error(`${file} already exists and stays unchanged, since its secrets give access to the existing data.`)
  }
  console.log(`${file} contains new secrets, readable only by you.`)
  console.log(describeNextSteps(domain))
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
