/** Reports to the test when it is executed; the test defines it. */
const RUN = 'xss()'

const TAGS = [
  `<script>${RUN}</script>`,
  `<SCRIPT SRC=data:,${RUN}></SCRIPT>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=x onerror="${RUN}" alt=">`,
  `<IMG """><SCRIPT>${RUN}</SCRIPT>">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg/onload=${RUN}//`,
  `<body onload=${RUN}>`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">here</a>`,
  `<a href="java&#x0A;script:${RUN}">here</a>`,
  `<form action="javascript:${RUN}"><button>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video src=x onerror=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<style>@import "javascript:${RUN}"</style>`,
  `<style onload=${RUN}></style>`,
  `<link rel=stylesheet href=data:,x onload=${RUN}>`,
  `<base href="javascript:/${RUN}//">`,
  `<meta http-equiv=refresh content="0;javascript:${RUN}">`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<xss onclick=${RUN} tabindex=1 autofocus onfocus=${RUN}>`,
  `<button onpointerover=${RUN}>x</button>`,
]

const BREAKOUTS = [
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `" autofocus onfocus="${RUN}`,
  `' onmouseover='${RUN}`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</option></select><img src=x onerror=${RUN}>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
]

const EXPRESSIONS = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}//`,
  `data:text/html,<script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `$t(app.nav.home) {{name}} ${RUN}`,
  `{{- ${RUN}}}`,
  `=HYPERLINK("javascript:${RUN}")`,
  `';${RUN};'`,
  `\`-${RUN}-\``,
]

/** Sixty texts that execute a script wherever they are interpreted as more than text. */
export const PAYLOADS: readonly string[] = [...TAGS, ...BREAKOUTS, ...EXPRESSIONS]
