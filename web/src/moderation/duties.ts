import type { Duty } from '@app/contract/members/duties'
import type { TeamMember } from '@app/contract/safety/team'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getDuties, postDuties } from './api.ts'

type State = { team: Loadable<readonly TeamMember[]> }

const EMPTY: State = { team: notStarted }

export const useTeam = create<State>(() => EMPTY)

/** The last request for each admin. The next one waits for it, since each sends all duties of the admin. */
const pending = new Map<string, Promise<void>>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  useTeam.setState(EMPTY)
  pending.clear()
})

export const loadTeam = (): Promise<void> =>
  loadInSession<readonly TeamMember[]>(getDuties, (change) => useTeam.setState(({ team }) => ({ team: change(team) })))

const setDuties = (userName: string, change: (duties: readonly Duty[]) => Duty[]): void =>
  useTeam.setState(({ team }) => ({
    team: mapData(team, (members) =>
      members.map((member) => (member.userName === userName ? { ...member, duties: change(member.duties) } : member)),
    ),
  }))

async function sendDuty(userName: string, duty: Duty, isOn: boolean): Promise<void> {
  const sessionId = getSession()?.sessionId
  const duties = useTeam.getState().team.data?.find((member) => member.userName === userName)?.duties
  if (!duties) return
  try {
    await postDuties({ userName, duties })
  } catch (error) {
    if (getSession()?.sessionId !== sessionId) return
    setDuties(userName, (shown) => (isOn ? shown.filter((other) => other !== duty) : [...shown, duty]))
    showErrorToast(error)
    // Another lead may have changed duties meanwhile.
    void loadTeam()
  }
}

/** Grants or revokes a duty of an admin optimistically; rolls back with a toast if the server rejects it. */
export function setDuty(userName: string, duty: Duty, isOn: boolean): Promise<void> {
  setDuties(userName, (duties) => [...duties.filter((other) => other !== duty), ...(isOn ? [duty] : [])])
  const previous = pending.get(userName) ?? Promise.resolve()
  const request = previous.then(() => sendDuty(userName, duty, isOn))
  pending.set(userName, request)
  return request
}
