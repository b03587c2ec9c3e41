import type { Suggestion } from '@app/contract/welcome'
import { MessageCirclePlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { InviteDialog } from '../../chats/invites/InviteDialog.tsx'
import { useChats } from '../../chats/store.ts'
import { chatsTexts } from '../../chats/texts.ts'
import { useChatList } from '../../chats/use-chats.ts'
import { useSession } from '../../lib/http/session.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { stripMarkdown } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useOwnProfile } from '../../profiles/store.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { greetingFor } from '../../welcome/greeting.ts'
import { GettingStartedCard, GettingStartedSkeleton } from '../../welcome/start/GettingStartedCard.tsx'
import { Suggestions } from '../../welcome/start/Suggestions.tsx'
import styles from '../../welcome/start/start.module.css'
import { startTexts } from '../../welcome/start/start-texts.ts'
import {
  hideStart,
  loadStarted,
  loadSuggestions,
  markInvited,
  useAreSuggestionsShown,
  useIsCardShown,
  useStart,
} from '../../welcome/start/store.ts'
import { parseAnswers } from '../../welcome/starters.ts'
import { parseStep } from '../../welcome/steps.ts'
import { whenWelcomeSaved } from './save-welcome.ts'

/** Matches the button of a suggested member who is not invited yet. */
const SAY_HELLO = '[data-say-hello] button'

/**
 * Focuses the first 'say hello' button after the suggestion with this index, else the first one on the page, else the
 * page's heading. Members who have already been invited have no button.
 */
function focusSayHello(afterIndex = -1): void {
  const rows = [...document.querySelectorAll('[data-suggestions] li')]
  const buttons = rows.map((row) => row.querySelector<HTMLElement>(SAY_HELLO))
  const target = buttons.slice(afterIndex + 1).find(Boolean) ?? buttons.find(Boolean)
  if (target) target.focus()
  else focusHeading()
}

/** Runs a function after a closed dialog has restored the focus, which takes two frames. */
const afterDialog = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(run)))
}

/** Loads the steps that the member has taken, and reloads them after each change that may complete one. */
function useStartedSteps(): void {
  const profile = useOwnProfile().data?.profile
  const invites = useChats(({ known }) => [...known.values()].filter(({ chat }) => chat?.createdByMe).length)
  const key = [profile?.profilePhotoUrl !== null, profile?.description !== '', invites].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed key triggers a reload.
  useEffect(() => void loadStarted(), [key])
}

/** Loads the suggestions once the welcome is saved, since the server chooses those of a day once, by what it knows then. */
function useSuggestions() {
  const suggestions = useStart((state) => state.suggestions)
  const [params] = useSearchParams()
  const isAwaited = suggestions.state === 'notStarted' && !parseStep(params.get('welcome'))
  useEffect(() => {
    if (!isAwaited) return
    void whenWelcomeSaved().then(() => {
      if (useStart.getState().suggestions.state === 'notStarted') return loadSuggestions()
    })
  }, [isAwaited])
  return suggestions
}

/** Shows the suggested members, and the dialog for the first message to one of them. */
function SayHello() {
  const suggestions = useSuggestions()
  const invited = useStart((state) => state.invited)
  const session = useSession()
  const language = useLanguage()
  const navigate = useNavigate()
  const cities = useOwnProfile().data?.profile.cities ?? []
  const [selected, setSelected] = useState<Suggestion | null>(null)
  const onInvited = ({ userName }: Suggestion) => {
    const index = suggestions.data?.findIndex((suggestion) => suggestion.userName === userName)
    markInvited(userName)
    setSelected(null)
    afterDialog(() => focusSayHello(index))
  }
  return (
    <div data-suggestions style={{ display: 'contents' }}>
      <Suggestions
        list={suggestions}
        couple={session?.couple ?? false}
        cities={cities}
        invited={invited}
        onSayHello={setSelected}
      />
      {selected && (
        <InviteDialog
          name={selected.userName}
          initialText={greetingFor(stripMarkdown(selected.words), selected.persons.length > 1, language)}
          onOpenChat={(chatId) => void navigate(`/chats?id=${chatId}`)}
          onInvited={() => onInvited(selected)}
          onClose={() => setSelected(null)}
        />
      )}
    </div>
  )
}

/**
 * Shows a member without chats how to get started, on a phone with the suggested members below. The card leaves when all
 * steps are done, and the suggestions stay. If the member has hidden the card, shows an empty state instead of both, or a
 * hint above pending invites.
 */
export function StartInList({ isSinglePane, onNewChat }: { isSinglePane: boolean; onNewChat: () => void }) {
  const t = useTexts(startTexts)
  const tChats = useTexts(chatsTexts)
  const started = useStart((state) => state.started.data)
  const isCardShown = useIsCardShown()
  const areSuggestionsShown = useAreSuggestionsShown()
  const session = useSession()
  const description = useOwnProfile().data?.profile.description ?? ''
  const rows = useChatList('chats')
  const quiet = t(rows.some(({ state }) => state === 'INVITED') ? 'quiet' : 'quietUninvited')
  useStartedSteps()
  useEffect(() => {
    if (isCardShown) useStart.setState({ isShown: true })
  }, [isCardShown])
  useEffect(() => () => useStart.setState({ isShown: false }), [])
  if (areSuggestionsShown === undefined) return <GettingStartedSkeleton />
  if (!areSuggestionsShown && rows.length === 0)
    return (
      <EmptyState
        title={tChats('list.empty')}
        action={
          <Button icon={MessageCirclePlus} onClick={onNewChat}>
            {tChats('list.find')}
          </Button>
        }
      >
        {tChats('list.emptyText')}
      </EmptyState>
    )
  return (
    <>
      {isCardShown && started && (
        <GettingStartedCard
          started={started}
          couple={session?.couple ?? false}
          answers={parseAnswers(description).length}
          onSayHello={() => focusSayHello()}
          onHide={() => {
            focusHeading()
            void hideStart()
          }}
        />
      )}
      {!(isCardShown && isSinglePane) && <p className={styles.quiet}>{quiet}</p>}
      {areSuggestionsShown && isSinglePane && <SayHello />}
    </>
  )
}

/** Shows the suggested members until the member hides the card in the list beside this pane, otherwise the children. */
export function StartPane({ children }: { children: ReactNode }) {
  const areShown = useAreSuggestionsShown()
  if (areShown === undefined) return null
  return areShown ? <SayHello /> : children
}
