import { createElement, type SVGProps } from 'react'

/** Replaces lucide's factory, which costs 1% of the demo's bytes (vite.config.ts, docs/decisions/033). */
export default function createIcon({ node }: { node: [tag: string, attributes: Record<string, string>][] }) {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...parts,
    )
}
