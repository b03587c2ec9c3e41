import type { Instant } from '@app/contract/base'
import type { Scope, Statement, StatementAction } from '@app/contract/safety/decisions'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { sentenceTexts } from './sentence-texts.ts'
import { hasEndedEarly, isUndone } from './undone.ts'

type Sentences = {
  /** '14 maj 2026' */
  date: (instant: Instant) => string
  /** 'Vi har tagit bort ett foto och ger dig en varning' */
  title: (statement: Statement) => string
  /** 'ett borttaget foto och en varning' */
  actionNames: (statement: Statement) => string
  about: (statement: Statement) => string
  decided: (statement: Statement) => string
  howLong: (statement: Statement) => string
}

/** The text keys of the actions that each scope of a restriction prohibits. */
const VERBS = {
  CONTACT: ['invite', 'kiss'],
  POST: ['comment', 'post', 'publish'],
  UPLOAD: ['upload'],
} as const satisfies Record<Scope, readonly string[]>

/** The order in which a statement names its actions. */
const ORDER = ['REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN'] as const

const sorted = (actions: readonly StatementAction[]): StatementAction[] =>
  ORDER.flatMap((kind) => actions.filter((action) => action.kind === kind))

const capitalize = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** Returns the functions that describe a decision in the reader's language. */
export function useSentences(): Sentences {
  const t = useTexts(sentenceTexts)
  const locale = localeOf(useLanguage())
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  const date = (instant: Instant) => format.format(new Date(instant))
  const dateOf = ({ until }: StatementAction) => (until ? date(until) : '')

  const titlePart = (action: StatementAction, { kind }: Statement): string =>
    action.kind === 'REMOVE' ? t(`title.${kind}`) : t(`title.${action.kind}`, { date: dateOf(action) })

  function decidedPart(action: StatementAction, { kind, actions }: Statement): string {
    switch (action.kind) {
      case 'REMOVE':
        return t(`removed.${kind}`)
      case 'WARN':
        return t(actions.some((other) => other.kind === 'REMOVE') ? 'warnedToo' : 'warned')
      case 'RESTRICT': {
        const verbs = action.scopes.flatMap((scope) => VERBS[scope].map((verb) => t(`verb.${verb}`)))
        return t('restricted', { date: dateOf(action), verbs: alternatives.format(verbs) })
      }
      case 'SUSPEND':
        return t('suspended', { date: dateOf(action) })
      case 'BAN':
        return t('banned')
    }
  }

  function lastsPart(action: StatementAction): string {
    if (hasEndedEarly(action)) return t('lasts.ended')
    if (action.kind === 'REMOVE')
      return action.until ? t('lasts.removedUntil', { date: date(action.until) }) : t('lasts.removed')
    return t(`lasts.${action.kind}`, { date: dateOf(action) })
  }

  const actionNames = ({ actions, kind }: Statement): string =>
    list.format(sorted(actions).map((action) => t(action.kind === 'REMOVE' ? `noun.${kind}` : `noun.${action.kind}`)))

  const isAccountUsable = ({ actions }: Statement) =>
    !actions.some(({ kind }) => kind === 'RESTRICT' || kind === 'SUSPEND' || kind === 'BAN')

  return {
    date,
    title: (statement) => {
      const parts = sorted(statement.actions).map((action) => titlePart(action, statement))
      return t('title.we', { parts: list.format(parts.length > 0 ? parts : [t('title.none')]) })
    },
    actionNames,
    about: ({ kind }) => t(`about.${kind}`),
    decided: (statement) => {
      if (isUndone(statement)) return `${capitalize(actionNames(statement), locale)}.`
      return [
        ...sorted(statement.actions).map((action) => decidedPart(action, statement)),
        ...(isAccountUsable(statement) ? [t('works')] : []),
      ].join(' ')
    },
    howLong: (statement) => [...new Set(sorted(statement.actions).map(lastsPart))].join(' '),
  }
}
