// Regenerates .env.example from the settings that the services read.
import { writeFileSync } from 'node:fs'
import { renderEnvExample } from '@app/server/process/env-example'

writeFileSync(new URL('../.env.example', import.meta.url), renderEnvExample())
