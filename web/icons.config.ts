import type { Plugin } from 'vite'

/**
 * Matches an import whose first name is that of an icon. One that begins with a function of the package, in lowercase,
 * stays as it is.
 */
const IMPORT = /import\s*\{(\s*[A-Z][^}]*)\}\s*from\s*["']lucide-react["'];?/g

/** Returns the file name of an icon: 'circle-user-round' for CircleUserRound, 'undo-2' for Undo2. */
const toFileName = (name: string): string => name.replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3-$2$4').toLowerCase()

/** Returns the import of one icon, which may have another name in the importing module: 'Search as Magnifier'. */
function importIcon(specifier: string): string {
  const [icon = '', localName = icon] = specifier.split(' as ')
  return `import ${localName} from 'lucide-react/icons/${toFileName(icon)}';`
}

/**
 * Imports each icon from its own module during the build, so that the import graph shows which module uses which icon:
 * the index of the package imports all of them.
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
          .map(importIcon)
          .join(' '),
      ),
  },
})
