// The package does not list its types in `exports`.
declare module 'dom-accessibility-api' {
  export function computeAccessibleName(element: unknown): string
}
