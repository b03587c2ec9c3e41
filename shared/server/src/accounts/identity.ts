/**
 * The member that a signed link names. After a restore or a failover another member may get the same id, but not with
 * the same time of registration.
 */
export type Identity = { id: string; registeredAt: string }

/** Returns the text that represents a member in a signature. */
export const identityText = ({ id, registeredAt }: Identity): string => `${id}@${registeredAt}`

/** Returns the identity of a member's own account, even if the member acts as the team. */
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
