import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Every string value inside of the object literals that are given to `defineTexts`. */
function* messagesIn(node: unknown, inside = false): Generator<Node & { value: string }> {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const part of node) yield* messagesIn(part, inside)
    return
  }
  const { type, callee, key, ...rest } = node as Node & { callee?: Node; key?: Node }
  if (inside && type === 'Literal' && typeof rest.value === 'string') yield node as Node & { value: string }
  else {
    const isDefinition = type === 'CallExpression' && callee?.name === 'defineTexts'
    for (const part of Object.values(rest)) yield* messagesIn(part, inside || isDefinition)
  }
}

/** Compiles the ICU messages of every `defineTexts`, so that the browser needs no parser for them. */
export const compileTexts = (): Plugin => ({
  name: 'compile-texts',
  apply: 'build',
  config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
  transform: {
    filter: { id: /\/web\/src\/.*texts[^/]*\.ts$/ },
    handler(code) {
      const found = [...messagesIn(this.parse(code, { lang: 'ts' }))].sort((a, b) => b.start - a.start)
      return found.reduce(
        (text, { start, end, value }) => text.slice(0, start) + JSON.stringify(compile(value)) + text.slice(end),
        code,
      )
    },
  },
})
