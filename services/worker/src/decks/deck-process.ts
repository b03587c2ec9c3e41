import { serveWorker } from '../serve-worker.ts'
import { readFile } from './reading.ts'

serveWorker((bytes: Uint8Array) => readFile(Buffer.from(bytes)))
