import type { ClientFrames } from '@app/contract/pushes'
import { create } from 'zustand'

/** Whether the hub connection is open and pushes arrive. While it is not, timers poll instead. */
export const useHubConnection = create<{ connected: boolean }>(() => ({ connected: false }))

export const isConnected = (): boolean => useHubConnection.getState().connected

type SendFrame = <Frame extends keyof ClientFrames>(frame: Frame, ...args: Parameters<ClientFrames[Frame]>) => void

const dropFrame: SendFrame = () => undefined
let send: SendFrame = dropFrame

/**
 * Sends a frame to the hub. Without a connection the frame is lost, which is acceptable for short-lived information.
 */
export const sendToHub: SendFrame = (frame, ...args) => send(frame, ...args)

/** Sets the function that sends a frame over the open connection; null while there is none. */
export function setHubConnection(sendFrame: SendFrame | null): void {
  send = sendFrame ?? dropFrame
  useHubConnection.setState({ connected: sendFrame !== null })
}
