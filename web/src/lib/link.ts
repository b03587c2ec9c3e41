import type { ClientFrames } from '@app/contract/pushes'
import { create } from 'zustand'

/** Whether pushes arrive. While they do not, timers ask instead. */
export const useLink = create<{ connected: boolean }>(() => ({ connected: false }))

export const isConnected = (): boolean => useLink.getState().connected

type SendFrame = <Frame extends keyof ClientFrames>(frame: Frame, ...args: Parameters<ClientFrames[Frame]>) => void

const dropFrame: SendFrame = () => undefined
let send: SendFrame = dropFrame

/** Says something to the hub; without a link it is lost, which is right for what only matters now. */
export const sendToHub: SendFrame = (frame, ...args) => send(frame, ...args)

export function setLink(link: SendFrame | null): void {
  send = link ?? dropFrame
  useLink.setState({ connected: link !== null })
}
