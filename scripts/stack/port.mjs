import { isFree } from '../infra/ports.mjs'

/** @returns {Promise<number>} the public port, after a check that it is free */
export async function choosePublicPort() {
  const port = Number(process.env.PORT || 8080)
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536
  if (!isPort) throw new Error(`PORT has to be a number from 1 to 65535; it is ${process.env.PORT}.`)
  // A browser that opens localhost may try ::1 first.
  if ((await isFree(port)) && (await isFree(port, '::1'))) return port
  const other = await findNextFree(port + 1)
  const command = process.env.npm_lifecycle_event === 'dev' ? 'npm run dev' : 'npm start'
  throw new Error(`Port ${port} is taken by another program. Stop it, or choose another port: PORT=${other} ${command}`)
}

/** @param {number} port @returns {Promise<number>} */
const findNextFree = async (port) => ((await isFree(port)) ? port : findNextFree(port + 1))
