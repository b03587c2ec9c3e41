import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { compose } from './compose-file.ts'

const text = readFileSync(join(root, 'infra/Dockerfile'), 'utf8')
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')

type Line = { instruction: string; text: string }
type Stage = { name: string; image: string; lines: Line[] }

const stages: Stage[] = []
for (const instruction of DockerfileParser.parse(text).getInstructions()) {
  const line = { instruction: instruction.getInstruction(), text: instruction.getTextContent().replace(/^\w+\s+/, '') }
  if (line.instruction === 'FROM') {
    const [image = '', , name = ''] = line.text.split(/\s+/)
    stages.push({ name, image, lines: [] })
  } else stages.at(-1)?.lines.push(line)
}
const stage = (name: string): Stage => stages.find((one) => one.name === name)!
const linesOf = (name: string, instruction: string) =>
  stage(name)
    .lines.filter((line) => line.instruction === instruction)
    .map((line) => line.text)

test('the Dockerfile passes a linter', () => {
  expect(validate(text).map(({ message }) => message)).toEqual([])
})

describe('every stage', () => {
  test.each(stages)('$name uses a pinned release or another stage', ({ image }) => {
    if (!stages.some(({ name }) => name === image)) expect(image).toMatch(/^\w+:\d+\.\d+\.\d+-[\w.-]+$/)
  })

  test('contains no secret and downloads nothing with ADD, curl or wget', () => {
    const lines = stages.flatMap(({ lines: all }) => all)
    const variableLines = lines.filter(({ instruction }) => instruction === 'ENV' || instruction === 'ARG')
    expect(variableLines.map((line) => line.text)).toEqual(['NODE_ENV=production HOST=0.0.0.0'])
    expect(lines.filter(({ instruction }) => instruction === 'ADD')).toEqual([])
    for (const { instruction, text: command } of lines)
      if (instruction === 'RUN') expect(command).not.toMatch(/curl|wget/)
  })

  test('installs packages before it copies the sources, so that source changes do not repeat the installation', () => {
    const { lines } = stage('build')
    const findLine = (part: string) => lines.findIndex((line) => line.text.includes(part))
    expect(findLine('npm ci')).toBeGreaterThanOrEqual(0)
    expect(findLine('npm ci')).toBeLessThan(findLine('. .'))
    const manifests = linesOf('manifests', 'COPY')
    expect(manifests).not.toEqual([])
    for (const copied of manifests) expect(copied).toMatch(/package(?:-lock)?\.json/)
  })
})

describe('a shipped image', () => {
  const shipped = ['app', 'proxy']

  test('is a build target in compose', () => {
    const targets = Object.values(compose.services).flatMap(({ build }) => (build ? [build.target] : []))
    expect([...new Set(targets)].sort()).toEqual(shipped)
  })

  test.each(shipped)('%s switches to an unprivileged user after its last COPY', (name) => {
    expect(linesOf(name, 'USER')).toEqual(['1000:1000'])
    const order = stage(name).lines.map(({ instruction }) => instruction)
    expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('COPY'))
  })

  test('has only production packages', () => {
    expect(linesOf('dependencies', 'RUN').join()).toContain('--omit=dev')
    expect(linesOf('app', 'COPY').filter((copied) => copied.includes('node_modules'))).toEqual([])
    expect(linesOf('app', 'COPY')[0]).toBe('--from=dependencies /app/ ./')
  })

  test('runs a gateway by default, with the same command as in compose', () => {
    expect(linesOf('app', 'CMD').map((command) => JSON.parse(command))).toEqual([compose.services.gateway?.command])
  })

  test('has every program that compose runs', () => {
    const copied = linesOf('app', 'COPY').join('\n')
    const commands = Object.values(compose.services).map(({ command = '' }) => String(command))
    const programs = commands.flatMap((command) => command.match(/(?:services|scripts)\/[\w/]+\.js/g) ?? [])
    expect(programs.length).toBe(6)
    for (const program of programs)
      expect(copied).toMatch(program.startsWith('scripts') ? program : program.replace(/\/main\.js$/, ''))
  })
})

test('the build context excludes everything by default, and installed packages, build output, .env, .state and scripts/proof explicitly', () => {
  const lines = ignored.split('\n')
  expect(lines.find((line) => line && !line.startsWith('#'))).toBe('*')
  for (const name of ['node_modules', 'dist', '.env', '.state']) expect(lines).toContain(`**/${name}`)
  expect(lines).toContain('scripts/proof')
})
