import { QuickHide, QuickHideTip, ShortcutSwitch } from './quick-hide.tsx'

export const examples = {
  Button: () => (
    <div style={{ minHeight: '4rem' }}>
      <QuickHide href="/" fallback="/" />
    </div>
  ),
  Tip: QuickHideTip,
  'Switch of its shortcut': ShortcutSwitch,
}
