import type { FastifyRequest } from 'fastify'
import { detectDevice } from '../sessions/device.ts'
import { type AttemptSource, extractSource } from './password-attempts.ts'

/**
 * A caller without a session. `device` names the browser and its operating system; `deviceKey` is the random key by which
 * an account recognizes the browser.
 */
export type Visitor = { source: AttemptSource; device: string; deviceKey: string | undefined }

/** Extracts the source and the device of a login from its request. */
export const extractVisitor = (request: FastifyRequest, deviceKey: string | undefined): Visitor => ({
  deviceKey,
  source: extractSource(request),
  device: detectDevice(request.headers['user-agent']),
})
