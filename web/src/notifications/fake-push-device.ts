/** A fake of the browser's notifications: the permission, the subscription, and the notifications on screen. */
export class FakePushDevice {
  permission: NotificationPermission = 'default'
  /** The member's answer to the browser's question. */
  answer: NotificationPermission | Promise<NotificationPermission> = 'granted'
  subscription: FakeSubscription | null = null
  shown: { tag: string; close: () => void }[] = []
  failure: Error | null = null

  /** Shows a notification with this tag. */
  show(tag: string): void {
    const close = () => {
      this.shown = this.shown.filter((other) => other !== notification)
    }
    const notification = { tag, close }
    this.shown.push(notification)
  }

  /** Replaces the browser's interfaces. Returns a function that restores them. */
  install(): () => void {
    const device = this
    const registration = {
      getNotifications: async () => this.shown,
      pushManager: {
        getSubscription: async () => this.subscription,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
          if (this.failure) throw this.failure
          this.subscription = new FakeSubscription(this, applicationServerKey.buffer)
          return this.subscription
        },
      },
    }
    const serviceWorker = Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    })
    const replaced = {
      PushManager: { target: window, value: class {} },
      Notification: {
        target: window,
        value: {
          get permission() {
            return device.permission
          },
          requestPermission: async () => {
            this.permission = await this.answer
            return this.permission
          },
        },
      },
      serviceWorker: { target: navigator, value: serviceWorker },
    }
    const restores = Object.entries(replaced).map(([name, { target, value }]) => {
      const previous = Object.getOwnPropertyDescriptor(target, name)
      Object.defineProperty(target, name, { value, configurable: true })
      return () => (previous ? Object.defineProperty(target, name, previous) : Reflect.deleteProperty(target, name))
    })
    return () => {
      for (const restore of restores) restore()
    }
  }
}

let subscriptions = 0

class FakeSubscription {
  readonly endpoint = `https://push.example/${++subscriptions}`
  readonly options: { applicationServerKey: ArrayBuffer }
  private readonly device: FakePushDevice

  constructor(device: FakePushDevice, applicationServerKey: ArrayBuffer) {
    this.device = device
    this.options = { applicationServerKey }
  }

  getKey = (): ArrayBuffer => new TextEncoder().encode('0123456789abcdef').buffer
  toJSON = () => ({ endpoint: this.endpoint, keys: { p256dh: 'p256dh', auth: 'auth' } })
  unsubscribe = async () => {
    this.device.subscription = null
    return true
  }
}
