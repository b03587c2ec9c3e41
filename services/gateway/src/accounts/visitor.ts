import type { FastifyRequest } from 'fastify'
import { detectDevice } from '../sessions/device.ts'
import type { Visitor } from './login.ts'
import { extractSource } from './password-attempts.ts'

/** Returns what a login needs to know about its request. */
export const extractVisitor = (request: FastifyRequest, deviceKey: string | undefined): Visitor => ({
  deviceKey,
  source: extractSource(request),
  device: detectDevice(request.headers['user-agent']),
})
