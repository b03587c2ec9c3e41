import type { FastifyRequest } from 'fastify'
import { detectDevice } from '../sessions/device.ts'
import type { Visitor } from './login.ts'
import { extractSource } from './password-attempts.ts'

/** Extracts the source and the device of a login from its request. */
export const extractVisitor = (request: FastifyRequest, deviceKey: string | undefined): Visitor => ({
  deviceKey,
  source: extractSource(request),
  device: detectDevice(request.headers['user-agent']),
})
