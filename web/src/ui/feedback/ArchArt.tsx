const QUIET = (
  <>
    <path d="M16 84V40a36 36 0 0 1 72 0v44H72V40a20 20 0 0 0-40 0v44z" fill="var(--plum-soft)" />
    <circle cx="52" cy="70" r="9" fill="var(--apricot)" />
  </>
)

const MISSING = (
  <>
    <path d="M6 84V44a20 20 0 0 1 20-20h52a20 20 0 0 1 20 20v40z" fill="var(--plum-soft)" />
    <path d="M30 84V26a22 22 0 0 1 44 0v58z" fill="var(--plum-line)" />
    <circle cx="52" cy="40" r="8" fill="var(--surface)" />
  </>
)

const BROKEN = (
  <>
    <path d="M16 84V40a36 36 0 0 1 72 0v44z" fill="var(--brick-soft)" />
    <path d="m40 34 14 14-12 10 13 14" fill="none" stroke="var(--brick)" strokeWidth="4" strokeLinecap="round" />
  </>
)

const MOTIFS = { quiet: QUIET, missing: MISSING, broken: BROKEN } as const

export type Motif = keyof typeof MOTIFS

export const ArchArt = ({ motif }: { motif: Motif }) => (
  <svg width="104" height="88" viewBox="0 0 104 88" aria-hidden="true">
    {MOTIFS[motif]}
  </svg>
)
