import { dirname, join } from 'node:path/posix'
import postcss, { type AtRule, type ChildNode, type Declaration, type Root, type Rule } from 'postcss'

/** The text of every stylesheet and script of the web client, by path. */
export type Sources = Readonly<Record<string, string>>

type Sheet = { path: string; root: Root }
type Report = (path: string, node: ChildNode | undefined, problem: string) => void

/** The definition of a type token. */
export const TYPE_TOKEN = /--type-[a-z-]+(?=:)/g

/** The only stylesheet that defines tokens. */
const TOKENS = 'ui/styles/tokens.css'

/** Sizes relative to a shape with the side `--size` (initials, days), or to the surrounding text (code). */
const RELATIVE_SIZE = /^(calc\(var\(--size\) \* [\d.]+\)|var\(--code-size\))$/

const isTypeToken = (property: string): boolean => property.startsWith('--type-') || property === '--code-size'

const ALLOWED: Readonly<Record<string, RegExp>> = {
  font: /^(inherit|var\(--type-[a-z-]+\))$/,
  'font-size': RELATIVE_SIZE,
  'line-height': /^[01]$/,
  'font-family': /^$/,
}

const CLASS = /\.(-?[a-z_][\w-]*)/gi
const GLOBAL = /:global\(((?:[^()]|\([^()]*\))*)\)/g
const VARIABLE = /var\((--[\w-]+)/g

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

const isModule = ({ path }: Sheet): boolean => path.endsWith('.module.css')

/** Returns whether the sheet imports another one, a library whose classes it restyles and no component names. */
function importsLibrary({ root }: Sheet): boolean {
  let found = false
  root.walkAtRules('import', () => {
    found = true
  })
  return found
}

const isKeyframe = ({ parent }: Rule): boolean => parent?.type === 'atrule' && /keyframes$/.test(parent.name)

/** Returns the classes that the sheet itself scopes, and those it names with `:global()`, each with its first rule. */
function classesOf(sheet: Sheet): { own: Map<string, Rule>; global: Map<string, Rule> } {
  const own = new Map<string, Rule>()
  const global = new Map<string, Rule>()
  sheet.root.walkRules((rule) => {
    if (isKeyframe(rule)) return
    for (const selector of matches(rule.selector, GLOBAL))
      for (const name of matches(selector, CLASS)) global.set(name, global.get(name) ?? rule)
    for (const name of matches(rule.selector.replace(GLOBAL, ''), CLASS)) own.set(name, own.get(name) ?? rule)
  })
  return { own, global }
}

/** Reports typography that does not use a type token, and type tokens defined outside of the tokens. */
function checkTypography({ path, root }: Sheet, report: Report): void {
  root.walkDecls((declaration) => {
    const { prop, value, parent } = declaration
    if (isTypeToken(prop) && path !== TOKENS) report(path, declaration, `defines ${prop} outside of ${TOKENS}`)
    if (parent?.type === 'atrule' && parent.name === 'font-face') return
    const allowed = ALLOWED[prop]
    if (allowed && !allowed.test(value)) report(path, declaration, `sets ${prop} to ${value}, not to a type token`)
  })
}

type Import = { name: string; path: string }

/** Returns the stylesheets that a script imports, each with its local name, which is empty if it has none. */
function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(/import (?:(\w+) from )?'(\.[^']+\.css)'/g)].map(([, name = '', from = '']) => ({
    name,
    path: join(dirname(path), from),
  }))
}

/** Reports unused and missing classes of modules, and modules read in a way that hides which classes are used. */
function checkModules(sheets: readonly Sheet[], scripts: Sources, report: Report): void {
  const used = new Map(sheets.filter(isModule).map(({ path }) => [path, new Set<string>()]))
  const defined = new Map(sheets.map((sheet) => [sheet.path, classesOf(sheet).own]))
  for (const [path, text] of Object.entries(scripts)) {
    const body = text.replace(/^import .*$/gm, '')
    for (const { name, path: sheet } of importsOf(path, text)) {
      if (!name) continue
      for (const className of matches(body, new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
        used.get(sheet)?.add(className)
        if (!defined.get(sheet)?.has(className)) report(path, undefined, `uses .${className}, which ${sheet} lacks`)
      }
      if (new RegExp(`\\b${name}\\[`).test(body))
        for (const className of matches(body, /'([\w-]+)'/g)) used.get(sheet)?.add(className)
      if (new RegExp(`\\b${name}\\b(?!\\.\\w|\\[)`).test(body))
        report(path, undefined, `uses ${name} of ${sheet} without naming a class`)
    }
  }
  for (const [sheet, names] of used)
    for (const [name, rule] of defined.get(sheet) ?? [])
      if (!names.has(name)) report(sheet, rule, `defines .${name}, which no component uses`)
}

/** Reports unused and missing classes of the stylesheets that apply to the whole document. */
function checkGlobals(sheets: readonly Sheet[], scripts: Sources, report: Report): void {
  const everything = Object.values(scripts).join('\n')
  const defined = new Set<string>()
  for (const sheet of sheets.filter((one) => !isModule(one) && !importsLibrary(one)))
    for (const [name, rule] of classesOf(sheet).own) {
      defined.add(name)
      if (!new RegExp(`['"\`](?:[^'"\`\\n]* )?${name}(?: [^'"\`\\n]*)?['"\`]`).test(everything))
        report(sheet.path, rule, `defines .${name}, which no component uses`)
    }
  for (const sheet of sheets)
    for (const [name, rule] of classesOf(sheet).global)
      if (!defined.has(name)) report(sheet.path, rule, `names .${name}, which no stylesheet defines`)
  for (const [path, text] of Object.entries(scripts))
    for (const name of matches(text, /className="([^"]+)"/g).flatMap((names) => names.split(' ')))
      if (!defined.has(name)) report(path, undefined, `uses .${name}, which no stylesheet defines`)
}

/** Reports unused and missing custom properties, and tokens that have the same value. */
function checkProperties(sheets: readonly Sheet[], scripts: Sources, report: Report): void {
  const everything = Object.values(scripts).join('\n')
  const inScripts = matches(everything, /['"`](--[\w-]+)['"`]/g)
  const used = new Set([...inScripts, ...matches(everything, VARIABLE)])
  const defined = new Set(inScripts)
  const definitions: { sheet: Sheet; declaration: Declaration }[] = []
  const uses: { path: string; node: ChildNode; name: string }[] = []
  for (const sheet of sheets)
    sheet.root.walkDecls((declaration) => {
      if (declaration.prop.startsWith('--')) definitions.push({ sheet, declaration })
      for (const name of matches(declaration.value, VARIABLE)) uses.push({ path: sheet.path, node: declaration, name })
    })
  for (const { name } of uses) used.add(name)
  for (const { declaration } of definitions) defined.add(declaration.prop)
  for (const { sheet, declaration } of definitions)
    if (!used.has(declaration.prop)) report(sheet.path, declaration, `defines ${declaration.prop}, which nothing uses`)
  for (const { path, node, name } of uses)
    if (!defined.has(name)) report(path, node, `uses ${name}, which nothing defines`)
  checkValues(definitions, report)
}

/** Reports tokens with the same value as another token. */
function checkValues(definitions: readonly { sheet: Sheet; declaration: Declaration }[], report: Report): void {
  const names = new Map<string, string>()
  for (const { sheet, declaration } of definitions) {
    const { prop, value } = declaration
    const { parent } = declaration
    const isRoot = parent?.type === 'rule' && (parent as Rule).selector === ':root'
    const isOverride = parent?.parent?.type === 'atrule' && (parent.parent as AtRule).name === 'media'
    if (sheet.path !== TOKENS || !isRoot || isOverride) continue
    const first = names.get(value)
    if (first && first !== prop) report(sheet.path, declaration, `defines ${prop}, which has the value of ${first}`)
    names.set(value, first ?? prop)
  }
}

/** Reports keyframes that no animation of the same sheet uses. */
function checkKeyframes({ path, root }: Sheet, report: Report): void {
  const names = new Set<string>()
  root.walkAtRules('keyframes', ({ params }) => void names.add(params))
  const animations: string[] = []
  root.walkDecls(/^animation(-name)?$/, ({ value }) => void animations.push(...value.split(/[\s,]+/)))
  root.walkAtRules('keyframes', (rule) => {
    if (!animations.includes(rule.params))
      report(path, rule, `defines the keyframes ${rule.params}, which nothing uses`)
  })
}

/** Reports stylesheets that no script imports. */
function checkImports(sheets: readonly Sheet[], scripts: Sources, report: Report): void {
  const imported = new Set(
    Object.entries(scripts).flatMap(([path, text]) => importsOf(path, text).map((one) => one.path)),
  )
  for (const { path } of sheets) if (!imported.has(path)) report(path, undefined, 'is not imported by any script')
}

/**
 * Returns what breaks the conventions of stylesheets: typography without a type token, unused or missing classes and
 * custom properties, unused keyframes and stylesheets, and tokens with equal values.
 */
export function checkStylesheets(sources: Sources): string[] {
  const findings: string[] = []
  const report: Report = (path, node, problem) => {
    const line = node?.source?.start?.line
    findings.push(`${path}${line ? `:${line}` : ''} ${problem}`)
  }
  const sheets = Object.entries(sources)
    .filter(([path]) => path.endsWith('.css'))
    .map(([path, text]) => ({ path, root: postcss.parse(text, { from: path }) }))
  const scripts = Object.fromEntries(Object.entries(sources).filter(([path]) => !path.endsWith('.css')))
  for (const sheet of sheets) {
    checkTypography(sheet, report)
    checkKeyframes(sheet, report)
  }
  checkModules(sheets, scripts, report)
  checkGlobals(sheets, scripts, report)
  checkProperties(sheets, scripts, report)
  checkImports(sheets, scripts, report)
  return findings
}
