import * as messages from '../messages.en.yaml'

type DownloadProgressProps = {
  /** The archive is here, and its texts are opened. */
  isOnDevice: boolean
  done: number
  /** 0 before it is known. */
  of: number
  onStop: () => void
}

/** How far a download is. */
export const DownloadProgress = ({ isOnDevice, done, of, onStop }: DownloadProgressProps) => (
  <div className="flex flex-wrap items-center gap-4">
    <progress
      className="accent-act"
      aria-label={messages.preparing()}
      {...(of > 0 && { value: done, max: of })}
    />
    <span>
      {of === 0
        ? messages.preparingBegun()
        : isOnDevice
          ? messages.openingProgress({ done, total: of })
          : messages.preparingProgress({ done, total: of })}
    </span>
    <button type="button" className="btn btn-quiet" onClick={onStop}>
      {messages.stop()}
    </button>
  </div>
)
