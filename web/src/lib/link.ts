import type { ClientFrames } from '@app/contract/pushes'
import { create } from 'zustand'

/** Whether pushes arrive. While they do not, timers ask instead. */
export const useLink = create<{ connected: boolean }>(() => ({ connected: false }))

export const isConnected = (): boolean => useLink.getState().connected

type Tell = <Frame extends keyof ClientFrames>(frame: Frame, ...what: Parameters<ClientFrames[Frame]>) => void

const toNobody: Tell = () => undefined
let tell: Tell = toNobody

/** Says something to the hub; without a link it is lost, which is right for what only matters now. */
export const tellHub: Tell = (frame, ...what) => tell(frame, ...what)

export function setLink(link: Tell | null): void {
  tell = link ?? toNobody
  useLink.setState({ connected: link !== null })
}
