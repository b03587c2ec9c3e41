import type { ChatSummary } from '@app/contract/chats'
import { useEffect, useRef } from 'react'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { BackLink } from '../../ui/buttons/BackLink.tsx'
import { classes } from '../../ui/classes.ts'
import { joinFacts, shapeOf, usePersons } from '../../ui/facts.ts'
import { PassLine } from '../../ui/marks/Ball.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { usePresence } from '../presence/presence.ts'
import { chatsTexts } from '../texts.ts'
import { useIsMyTurn } from '../use-chats.ts'
import { ChatMenu } from './ChatMenu.tsx'
import styles from './pane.module.css'
import { useActivity } from './use-activity.ts'

/** Links back to the list when the page shows a single pane, even before the chat is loaded. */
export function PaneBack({ to, label }: { to: string; label?: string | undefined }) {
  const t = useTexts(chatsTexts)
  return (
    <span className={styles.back}>
      <BackLink to={to} label={label ?? t('pane.back')} />
    </span>
  )
}

type Props = {
  chat: ChatSummary
  /** The URL of the back link; given only when the page shows a single pane. */
  back?: string
  /** Whether to move the focus to the name when the chat opens. */
  takesFocus: boolean
}

/** Shows the pane's header: the partner's name, their presence, and whose turn it is. */
export function PaneHeader({ chat, back, takesFocus }: Props) {
  const t = useTexts(chatsTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const isWide = useMediaQuery('(min-width: 64em)')
  // On a phone the pane replaces the shell, so the name is the page's heading.
  const Heading = useMediaQuery('(max-width: 37.5em)') ? 'h1' : 'h2'
  const { partner, profilePhotoUrl, blocked } = chat
  const { userName: name } = partner
  const online = usePresence((state) => state.online.has(name)) && chat.state === 'OPEN'
  const activity = useActivity()(partner)
  const persons = usePersons()(partner.persons)
  const isMyTurn = useIsMyTurn(chat)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <header className={styles.header}>
      {back && <PaneBack to={back} label={blocked ? t('pane.backToSettings') : undefined} />}
      <span className={classes(blocked && styles.gray)}>
        <Avatar
          name={name}
          shape={shapeOf(partner.persons)}
          photoUrl={blocked ? null : profilePhotoUrl}
          size={40}
          online={online}
          plain={blocked}
        />
      </span>
      <div className={styles.who}>
        <Heading className={styles.name} ref={heading} tabIndex={-1}>
          <span className={styles.nameText}>
            {partner.team || blocked ? name : <ProfileLink name={name}>{name}</ProfileLink>}
          </span>
          {chat.badges.includes('VERIFIED') && <VerifiedMark />}
        </Heading>
        <p className={styles.facts}>
          {blocked
            ? t('facts.blocked')
            : back
              ? (activity ?? persons)
              : joinFacts(activity, persons, partner.cities[0], partner.team ? t('facts.team') : null)}
        </p>
      </div>
      {chat.state === 'OPEN' && chat.lastMessageSender !== null && (
        <span className={styles.turn}>
          <PassLine hasBall={isMyTurn} name={name} hidesText={!isWide} />
        </span>
      )}
      <ChatMenu chat={chat} />
    </header>
  )
}
