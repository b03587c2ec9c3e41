/**
 * A member as named in signed links. After a restore or a failover the same id may be given to another member, but not
 * with the same time of registration.
 */
export type Identity = { id: string; registeredAt: string }

/** Returns the text that a signature over a member covers. */
export const identityText = ({ id, registeredAt }: Identity): string => `${id}@${registeredAt}`

/** Returns the identity of the account of a member who may act as the team. */
export const toAccountIdentity = ({
  accountId,
  registeredAt,
}: {
  accountId: string
  registeredAt: string
}): Identity => ({
  id: accountId,
  registeredAt,
})
