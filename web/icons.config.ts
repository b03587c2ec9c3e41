import type { Plugin } from 'vite'

/** Matches an import of values; one of types begins with `import type`. */
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g

/** Returns the file name of an icon: 'circle-user-round' for CircleUserRound, 'undo-2' for Undo2. */
const toFileName = (name: string): string => name.replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3-$2$4').toLowerCase()

/**
 * Returns the import of one icon, which may have another name in the importing module ('Search as Magnifier'), or of a
 * function of the package, such as `createLucideIcon`.
 */
function importDirectly(specifier: string): string {
  const [name = '', localName = name] = specifier.split(' as ')
  const path = /^[A-Z]/.test(name) ? `icons/${toFileName(name)}` : `dist/esm/${name}.mjs`
  return `import ${localName} from 'lucide-react/${path}';`
}

/**
 * Imports each icon and function from its own module during the build, so that the import graph shows which module uses
 * which icon: the index of the package imports all of them.
 */
export const importIconsDirectly = (): Plugin => ({
  name: 'import-icons-directly',
  apply: 'build',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/, code: 'lucide-react' },
    handler: (code) =>
      code.replace(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map(importDirectly)
          .join(' '),
      ),
  },
})
