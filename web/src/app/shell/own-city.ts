import type { MemberAnswer } from '@app/contract/members'
import { useEffect, useState } from 'react'
import { get } from '../../lib/http.ts'
import { useSession } from '../../lib/session.ts'

/** The first place of one's own profile, once it is known. */
export function useOwnCity(): string | undefined {
  const userName = useSession()?.userName
  const [city, setCity] = useState<string>()
  useEffect(() => {
    if (!userName) return
    const leaving = new AbortController()
    get<MemberAnswer>(`members/username/${encodeURIComponent(userName)}`, {}, leaving.signal).then(
      ({ profile }) => setCity(profile.cities[0]),
      () => undefined,
    )
    return () => leaving.abort()
  }, [userName])
  return city
}
