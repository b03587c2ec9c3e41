import type { Id } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import { LATEST } from '@app/contract/safety/report-rules'
import { Inbox } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { settingsUrl } from '../../lib/navigation/settings-url.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useRelativeTime } from '../../lib/text/times.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { joinFacts, shapeOf, usePersons } from '../../ui/facts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ListSkeleton } from '../../ui/lists/ListSkeleton.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { Chip } from '../../ui/marks/Chip.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { MemberMenu } from '../../ui/overlays/MemberMenu.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import styles from './put-aside.module.css'
import { answerPutAside, loadMorePutAside, loadPutAside, usePutAside } from './put-aside.ts'
import { putAsideTexts } from './put-aside-texts.ts'
import { useInviteText, useInviteWarning } from './use-invite-text.ts'

type Props = {
  /** Whether to link to the setting of the contact rule, because the rule is not shown beside the list. */
  linksToRule?: boolean | undefined
}

/** Shows the whole text of an invite, which its preview truncates. */
const WholeText = ({ chat }: { chat: ChatSummary }) => useInviteText(chat)

const isTruncated = ({ lastMessage }: ChatSummary): boolean => [...(lastMessage ?? '')].length >= CHAT_PREVIEW_LENGTH

type RowProps = { chat: ChatSummary; isChosen: boolean; onChoose: (withShift: boolean) => void }

function Row({ chat, isChosen, onChoose }: RowProps) {
  const t = useTexts(putAsideTexts)
  const formatPersons = usePersons()
  const formatRelative = useRelativeTime()
  const warning = useInviteWarning(chat)
  const withShift = useRef(false)
  const { chatId, partner, lastUpdate } = chat
  const name = partner.userName
  const reportActions = useReportActions()({
    subject: { kind: 'CHAT_MESSAGE', id: LATEST, parentId: chatId },
    name,
    sentAt: lastUpdate,
  })
  return (
    <li className={styles.row} data-active={isChosen || undefined}>
      <Checkbox
        checked={isChosen}
        onClick={({ shiftKey }: MouseEvent) => {
          withShift.current = shiftKey
        }}
        onChange={() => onChoose(withShift.current)}
      >
        <span className="visually-hidden">{t('choose', { name })}</span>
      </Checkbox>
      <Avatar name={name} shape={shapeOf(partner.persons)} photoUrl={chat.profilePhotoUrl} size={48} />
      <div className={styles.text}>
        <p className={styles.head}>
          <span className={styles.name}>
            <ProfileLink name={name}>{name}</ProfileLink>
            {chat.badges.includes('VERIFIED') && <VerifiedMark />}
          </span>
          <time dateTime={lastUpdate}>{formatRelative(lastUpdate)}</time>
        </p>
        <p className={styles.facts}>{joinFacts(formatPersons(partner.persons), partner.cities[0])}</p>
        <p dir="auto">{isTruncated(chat) ? <WholeText chat={chat} /> : chat.lastMessage}</p>
        {warning && <p className={styles.facts}>{warning}</p>}
        {chat.unmetNeeds && chat.unmetNeeds.length > 0 && (
          <p className={styles.chips}>
            {chat.unmetNeeds.map((need) => (
              <Chip key={need} small>
                {t(`unmet.${need}`)}
              </Chip>
            ))}
          </p>
        )}
      </div>
      <MemberMenu name={name} actions={reportActions} />
    </li>
  )
}

/** Returns the chosen ids after `id` is toggled, with all rows between it and `from` if that is given. */
function choose(chosen: ReadonlySet<Id>, rows: readonly ChatSummary[], id: Id, from: Id | null): ReadonlySet<Id> {
  const next = new Set(chosen)
  const [start, end] = [from ?? id, id]
    .map((chatId) => rows.findIndex((row) => row.chatId === chatId))
    .sort((a, b) => a - b)
  const span =
    start !== undefined && start >= 0 ? rows.slice(start, (end ?? start) + 1).map(({ chatId }) => chatId) : [id]
  for (const chatId of span) {
    if (chosen.has(id)) next.delete(chatId)
    else next.add(chatId)
  }
  return next
}

type ListProps = Props & { invites: readonly ChatSummary[]; hasMore: boolean }

function List({ invites, hasMore, linksToRule }: ListProps) {
  const t = useTexts(putAsideTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const lastChosen = useRef<Id | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set())
  const [pendingAnswer, setPendingAnswer] = useState<'DECLINE' | 'MOVE' | null>(null)
  const chosenInvites = invites.filter(({ chatId }) => chosen.has(chatId))

  async function answer(kind: 'DECLINE' | 'MOVE'): Promise<void> {
    if (pendingAnswer) return
    setPendingAnswer(kind)
    const hasSucceeded = await answerPutAside(
      chosenInvites.map(({ chatId }) => chatId),
      kind,
    )
    setPendingAnswer(null)
    if (!hasSucceeded) return
    setChosen(new Set())
    showToast({ text: t(kind === 'MOVE' ? 'moved' : 'declined', { count: chosenInvites.length }) })
    heading.current?.focus({ preventScroll: true })
  }
  const buttonProps = (kind: 'DECLINE' | 'MOVE') => ({
    busy: pendingAnswer === kind,
    busyLabel: t('busy'),
    onClick: () => void answer(kind),
  })
  return (
    <>
      <div className={styles.scroller} data-scroll-key="put-aside">
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {t('title')}
        </h2>
        <div className={styles.lead}>
          <p>{t('lead')}</p>
          {linksToRule && (
            <Link className="text-link" to={settingsUrl('safety')}>
              {t('change')}
            </Link>
          )}
        </div>
        {invites.length === 0 && !hasMore && <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        <ul>
          {invites.map((chat) => (
            <Row
              key={chat.chatId}
              chat={chat}
              isChosen={chosen.has(chat.chatId)}
              onChoose={(withShift) => {
                setChosen(choose(chosen, invites, chat.chatId, withShift ? lastChosen.current : null))
                lastChosen.current = chat.chatId
              }}
            />
          ))}
        </ul>
        {hasMore && <ShowMore label={t('more')} load={loadMorePutAside} />}
        {invites.length > 0 && <p className={styles.expiry}>{t('expiry')}</p>}
      </div>
      <div className={styles.bar} data-shown={chosenInvites.length > 0 || undefined}>
        <p role="status">
          {chosenInvites.length > 0 && <strong>{t('chosen', { count: chosenInvites.length })}</strong>}
        </p>
        {chosenInvites.length > 0 && (
          <>
            <Button variant="quiet" {...buttonProps('DECLINE')}>
              {t('decline')}
            </Button>
            <Button icon={Inbox} {...buttonProps('MOVE')}>
              <span>
                {t('move')} <span className={styles.target}>{t('moveTarget')}</span>
              </span>
            </Button>
          </>
        )}
      </div>
    </>
  )
}

const load = () => void loadPutAside()

/** Lists the invites that the member's contact rule put aside, and answers several at once. */
export function PutAside({ linksToRule }: Props) {
  const t = useTexts(putAsideTexts)
  const list = usePutAside((state) => state.list)
  useEffect(load, [])
  return (
    <section className={styles.pane} aria-label={t('title')}>
      {list.data ? (
        <List {...list.data} linksToRule={linksToRule} />
      ) : list.state === 'failed' ? (
        <Failed text={t('failed')} error={list.error} retry={load} />
      ) : (
        <Loading text={t('loading')}>
          <ListSkeleton />
        </Loading>
      )}
    </section>
  )
}
