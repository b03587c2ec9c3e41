/** A request that names another member. */
export type NamingRequest = {
  label: string
  method: 'GET' | 'POST'
  path: string
  body?: string
  isText?: boolean
  /** The response is encrypted with a new key each time, so that only its length can be compared. */
  isEncrypted?: boolean
}

const get = (path: string, name: string): NamingRequest => ({
  label: `GET ${path}`,
  method: 'GET',
  path: path.replace(':userName', encodeURIComponent(name)),
})

const post = (path: string, name: string, body: object = {}): NamingRequest => ({
  label: `POST ${path}`,
  method: 'POST',
  path: path.replace(':userName', encodeURIComponent(name)),
  body: JSON.stringify(body),
})

const postText = (path: string, name: string): NamingRequest => ({
  label: `POST ${path}`,
  method: 'POST',
  path,
  body: name,
  isText: true,
})

/**
 * Lists a request to each route that finds a member by name, in path, query or body. The caller owns the group.
 * `requests.test.ts` compares the list with the routes.
 */
export const listNamingRequests = (userName: string, groupId: string): NamingRequest[] => [
  get('/members/username/:userName', userName),
  get('/profiles/:userName/level', userName),
  get('/profiles/:userName/notes', userName),
  get('/profiles/visits/:userName', userName),
  { ...get('/profiles/search-user-encrypted/:userName', userName), isEncrypted: true },
  get('/verifications/:userName', userName),
  get('/chats/status/:userName', userName),
  get('/events/shared/:userName', userName),
  get('/blocks/effects/:userName', userName),
  get('/groups/owned?exclude=:userName', userName),
  post('/profiles/:userName/notes', userName, { notes: 'Att minnas' }),
  post('/profiles/visits/:userName', userName),
  post('/profiles/visits/kiss/:userName', userName),
  post('/chats/invites', userName, { recipientName: userName, message: 'En fråga till er' }),
  post('/groups/invites', userName, { groupId, recipientName: userName }),
  ...[
    'invites/:userName/withdraw',
    'members/:userName/promote',
    'members/:userName/demote',
    'members/:userName/remove',
  ].map((end) => ({ ...post(`/groups/${groupId}/${end}`, userName), label: `POST /groups/:id/${end}` })),
  post('/photos/private/grant', userName, { userName }),
  post('/photos/private/withdraw', userName, { userName }),
  post('/verifications/verify', userName, { userName, action: 'ASK' }),
  post('/blocks', userName, { userName }),
  post('/reports', userName, { subject: { kind: 'PROFILE', id: userName }, category: 'SPAM' }),
  postText('/ignore', userName),
  postText('/ignore/remove', userName),
]
