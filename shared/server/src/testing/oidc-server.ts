import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const CLIENT = { id: 'salong-test', secret: 'wXyz-0123456789' }

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const generateKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** A key that the provider does not publish. */
const FOREIGN_KEY = generateKey()

type Granted = { nonce: string; challenge: string; redirectUri: string }
/** The behavior of the provider; by default it confirms the age. */
type Behavior = {
  claims: Record<string, unknown>
  key: KeyObject | null
  respond: 'answer' | 'error' | 'redirect' | 'flood'
  /** Whether users see a page on which they confirm or cancel; otherwise the browser returns immediately. */
  asks: boolean
}

const CONFIRMING: Behavior = { claims: { age_over_18: true }, key: null, respond: 'answer', asks: false }

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const renderQuestion = (confirmUrl: string, cancelUrl: string): string => `<!doctype html>
<html lang="en"><title>Age provider</title><meta name="viewport" content="width=device-width">
<h1>Age provider</h1><a href="${escapeHtml(confirmUrl)}">Confirm</a> <a href="${escapeHtml(cancelUrl)}">Cancel</a>`

/** An OpenID Connect provider over HTTP, which confirms the ages of all users unless a test changes its behavior. */
export class TestOidcServer {
  readonly requests: string[] = []
  readonly #key = generateKey()
  readonly #grants = new Map<string, Granted>()
  readonly #server = createServer((request, response) => void this.#handle(request, response))
  behavior: Behavior = CONFIRMING

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    return this
  }

  /** Changes the behavior; without arguments, the provider confirms the age. */
  behave(behavior: Partial<Behavior> & { foreignKey?: boolean } = {}): void {
    const { foreignKey = false, ...changes } = behavior
    this.behavior = { ...CONFIRMING, key: foreignKey ? FOREIGN_KEY : null, ...changes }
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer)
    this.requests.push(`${request.method} ${pathname}`)
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') return void json(this.#describe())
    if (pathname === '/jwks') return void json({ keys: [this.#publicKey()] })
    if (pathname === '/authorize') return this.#authorize(searchParams, response)
    if (pathname !== '/token') return void response.writeHead(404).end()
    const { respond } = this.behavior
    if (respond === 'error') return void response.writeHead(503).end()
    if (respond === 'redirect') return void response.writeHead(307, { location: `${this.issuer}/elsewhere` }).end()
    if (respond === 'flood') return void response.writeHead(200).end('x'.repeat(1_000_000))
    const answer = this.#exchange(request, new URLSearchParams(await text(request)))
    json(answer ?? { error: 'invalid_grant' }, answer ? 200 : 400)
  }

  #describe() {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }
  }

  #publicKey() {
    return { ...createPublicKey(this.#key).export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isValid =
      query.get('client_id') === CLIENT.id &&
      query.get('response_type') === 'code' &&
      query.get('scope') === 'openid' &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('claims') === '{"id_token":{"age_over_18":{"essential":true}}}'
    if (!isValid) return void response.writeHead(400).end()
    const code = randomUUID()
    this.#grants.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
    })
    const state = query.get('state') ?? ''
    const confirmUrl = `${redirectUri}?${new URLSearchParams({ code, state })}`
    if (!this.behavior.asks) return void response.writeHead(302, { location: confirmUrl }).end()
    const cancelUrl = `${redirectUri}?${new URLSearchParams({ error: 'access_denied', state })}`
    response.writeHead(200, { 'content-type': 'text/html' }).end(renderQuestion(confirmUrl, cancelUrl))
  }

  #exchange({ headers }: IncomingMessage, body: URLSearchParams): object | null {
    const code = body.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const [, credentials = ''] = headers.authorization?.split('Basic ') ?? []
    const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':').map(decodeURIComponent)
    const isAuthentic = id === CLIENT.id && secret === CLIENT.secret
    if (!grant || !isAuthentic || challenge !== grant.challenge || body.get('redirect_uri') !== grant.redirectUri)
      return null
    const iat = Math.floor(Date.now() / 1_000)
    const claims = { iss: this.issuer, aud: CLIENT.id, sub: 'x-1', nonce: grant.nonce, iat, exp: iat + 300 }
    return {
      ...{ access_token: 'unused', token_type: 'Bearer' },
      id_token: this.#signToken({ ...claims, ...this.behavior.claims }),
    }
  }

  #signToken(claims: object): string {
    const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`
    return `${content}.${sign('sha256', Buffer.from(content), this.behavior.key ?? this.#key).toString('base64url')}`
  }
}

/** Opens the provider's URL as the member's browser does, and returns the query of the redirect back to the client. */
export async function visitProvider(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? 'invalid:').search.slice(1)
}
