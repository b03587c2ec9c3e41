import type { Plugin } from 'vite'

/**
 * Marks the definitions of React Router's components as free of side effects, and removes their names for developer
 * tools: otherwise the bundler has to keep a component and all that it uses, even if nothing imports it. Also removes
 * its warnings for developers, since its package exports only the build that contains them.
 */
export const shakeRouter = (): Plugin => ({
  name: 'shake-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/^var \w+ = (?=\w+\.(?:forwardRef|createContext|memo)\()/gm, '$&/* @__PURE__ */ '),
  },
})
