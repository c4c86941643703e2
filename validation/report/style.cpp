// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The look of the report: light, dark and paper; a phone and a desk. No web fonts, no script, no network.
// The curves' colours are chosen so that they differ in lightness too: in grey they keep their order.
#include "report/page.hpp"

namespace plumbline::report {

std::string_view style_sheet() {
  return R"css(
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #1c1e21; --soft: #5b626b; --line: #d9dce0; --band: #f3f4f1;
  --good: #17703a; --good-band: #e3f1e6; --bad: #a3360f; --bad-band: #fbe9df; --none: #6b7078; --link: #1f4fa8;
  --axis: #4a5058; --grid: #e7e9ea; --guide: #8a9099;
  --exact: #c3c8ce; --newmark: #d9822b; --rk4: #1b9482; --simpson: #1d3f94;
  --first: #1d3f94; --second: #d9822b; --third: #1b9482; --fourth: #9b3f86;
  --fifth: #222222; --sixth: #7a4a00; --seventh: #7fa6e8; --eighth: #f2b872;
  --ninth: #7fcbbd; --tenth: #d79aca; --eleventh: #9a9a9a; --twelfth: #c7a86a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #e6e8ea; --soft: #a3abb5; --line: #343a42; --band: #1d2228;
    --good: #6fce91; --good-band: #17301f; --bad: #ff9d73; --bad-band: #3a2117; --none: #9aa1aa; --link: #8fb4ff;
    --axis: #b4bbc4; --grid: #2a3037; --guide: #79818b;
    --exact: #555d67; --newmark: #ffb057; --rk4: #45d3b9; --simpson: #8fb4ff;
    --first: #8fb4ff; --second: #ffb057; --third: #45d3b9; --fourth: #e79ad3;
    --fifth: #e6e8ea; --sixth: #d8a860; --seventh: #4a6fb5; --eighth: #a86d2a;
    --ninth: #2b8675; --tenth: #93578a; --eleventh: #838b95; --twelfth: #82683a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
}
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
header p { color: var(--soft); margin: 0; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.45rem; line-height: 1.25; margin: 3rem 0 .6rem; padding-top: .8rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.12rem; margin: 2.4rem 0 .5rem; }
h3 code { font-size: .8rem; font-weight: 400; color: var(--soft); margin-left: .4rem; }
abbr { text-decoration: none; color: var(--soft); margin-right: .3rem; }
p { max-width: 46rem; margin: .6rem 0; }
.lead { font-size: 1.15rem; }
a { color: var(--link); }
code { font-family: ui-monospace, "SFMono-Regular", "DejaVu Sans Mono", monospace; font-size: .88em; overflow-wrap: anywhere; }
small { display: block; color: var(--soft); font-size: .82rem; line-height: 1.4; }

nav {
  position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: .55rem max(1.25rem, calc((100vw - 76rem) / 2 + 1.25rem));
}
nav a { text-decoration: none; }
nav a[aria-current] { color: var(--ink); font-weight: 600; }
section, tr[id], td[id] { scroll-margin-top: 3.2rem; }
:target { outline: 2px solid var(--link); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.bar { display: block; width: 100%; max-width: 46rem; height: .6rem; margin: 1rem 0; border-radius: .3rem; }
.bar .reproduced { fill: var(--good); }
.bar .near { fill: var(--second); }
.bar .differs { fill: var(--bad); }
.bar .not-reproducible { fill: var(--none); }
.counts { padding-left: 1.1rem; max-width: 50rem; }
.counts li { margin: .15rem 0; }
details { margin: .6rem 0; }
summary { cursor: pointer; padding: .25rem 0; }
.verdict-line { padding: .5rem .8rem; border-radius: .35rem; }
.good { background: var(--good-band); color: var(--good); }
.bad { background: var(--bad-band); color: var(--bad); }

.scroll { overflow-x: auto; position: relative; margin: .8rem 0; max-width: 100%; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .93rem; }
.caption { color: var(--soft); font-size: .9rem; margin-bottom: 0; }
.caption + .scroll { margin-top: .3rem; }
th, td { padding: .32rem .7rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 0; }
thead th { font-weight: 600; font-size: .84rem; color: var(--soft); border-bottom: 1px solid var(--ink); white-space: nowrap; }
tbody th { font-weight: 500; white-space: nowrap; }
.n { text-align: right; white-space: nowrap; }
table.list td small, table.numbers td small { white-space: normal; }
table.numbers thead th { white-space: normal; vertical-align: bottom; }
.c { white-space: nowrap; }
.words { max-width: 17rem; }
.where { min-width: 15rem; max-width: 34rem; white-space: normal; }
table.overview thead th { white-space: normal; min-width: 4.4rem; vertical-align: bottom; }
table.overview th small { white-space: normal; min-width: 14rem; font-weight: 400; }
table.list, table.overview { width: 100%; }
table.numbers tbody th[scope=row] { position: sticky; left: 0; background: var(--paper); padding-right: .9rem; z-index: 1; }
tr.group th { padding-top: 1rem; color: var(--soft); font-weight: 600; border-bottom-color: var(--ink); }
table.numbers { font-size: .88rem; } /* eight columns of powers of ten in a window of 1280 pixels */
table.numbers td { min-width: 5.4rem; position: relative; padding-left: .3rem; padding-right: 1.6rem; }
.printed { display: block; }
.computed { color: var(--soft); font-size: .84em; }
table.numbers td .mark { position: absolute; right: .25rem; top: .32rem; }
table.numbers td .remark { position: absolute; right: .25rem; top: 1.75rem; color: var(--soft); }
td.differs { background: var(--bad-band); }
td.differs .computed { color: inherit; }
.mark { white-space: nowrap; font-weight: 600; }
.mark.reproduced { color: var(--good); }
.mark.differs { color: var(--bad); }
.mark.not-reproducible { color: var(--none); }
.alarm { display: block; color: var(--bad); white-space: nowrap; }
.remarks { padding-left: 0; list-style: none; font-size: .86rem; color: var(--soft); max-width: 52rem; margin: .4rem 0 1rem; }
.remarks li { margin: .2rem 0; padding-left: 1.3rem; text-indent: -1.3rem; }
.remarks .mark { display: inline-block; width: 1rem; text-indent: 0; }

figure { margin: 1.2rem 0 1.6rem; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .6rem 1.2rem; }
.panels-1 { max-width: 33rem; }
.panels svg { display: block; width: 100%; height: auto; font-family: inherit; }
figcaption { color: var(--soft); font-size: .9rem; max-width: 46rem; margin-top: .4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: .6rem 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
main { padding-bottom: 4rem; }

@media (max-width: 36rem) {
  header, main { padding-left: .9rem; padding-right: .9rem; }
  h1 { font-size: 1.6rem; }
  section, tr[id], td[id] { scroll-margin-top: 5.6rem; }
  .lead { font-size: 1.05rem; }
  table { font-size: .86rem; }
  th, td { padding: .3rem .45rem; }
  table.numbers td { min-width: 5.1rem; padding-right: 1.2rem; }
  table.list thead { position: absolute; clip-path: inset(50%); }
  table.list, table.list tbody, table.list tr, table.list td { display: block; width: 100%; }
  table.list tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  table.list td { border: 0; padding: .05rem 0; max-width: none; min-width: 0; white-space: normal; }
  table.list td:nth-child(2)::before { content: "printed: "; color: var(--soft); }
  table.known td:nth-child(2)::before { content: "known: "; }
  table.list td:nth-child(3)::before { content: "computed: "; color: var(--soft); }
  table.list small { display: inline; margin-left: .4rem; }
  table.list .where small { display: block; margin-left: 0; }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --band: #fff; --link: #000;
    --good: #0f5a2c; --good-band: #fff; --bad: #8a2a08; --bad-band: #eee; --none: #555;
    --axis: #222; --grid: #e6e6e6; --guide: #888;
    --exact: #c8c8c8; --newmark: #d9822b; --rk4: #1b9482; --simpson: #1d3f94;
    --first: #1d3f94; --second: #d9822b; --third: #1b9482; --fourth: #9b3f86;
    --fifth: #222222; --sixth: #7a4a00; --seventh: #7fa6e8; --eighth: #f2b872;
    --ninth: #7fcbbd; --tenth: #d79aca; --eleventh: #9a9a9a; --twelfth: #c7a86a;
  }
  @page { size: A4; margin: 18mm 16mm; }
  html { font-size: 9.5pt; }
  body { line-height: 1.4; }
  header, main { max-width: none; padding: 0; }
  h2, h3, summary, thead { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  thead { display: table-header-group; }
  tbody tr:first-child { break-before: avoid; }
  a { text-decoration: none; }
  .scroll { overflow: visible; }
  th, td { padding: 1.6pt 5pt; }
  table { font-size: .9rem; }
  h1 { font-size: 1.8rem; }
  header { padding-top: 0; }
  table.numbers td { min-width: 0; padding-right: 14pt; }
  table.numbers td .mark { top: 1.6pt; }
  table.numbers td .remark { top: 11pt; }
  .words { max-width: 42mm; }
  .where { min-width: 0; }
  .panels { grid-template-columns: 1fr 1fr; gap: 2mm 4mm; }
  .panels-1 { grid-template-columns: 1fr; max-width: 120mm; }
  nav { display: none; }
  summary { list-style: none; }
  /* On paper nothing can be unfolded. */
  details::details-content { content-visibility: visible; block-size: auto; }
  .bar, .good, .bad, td.differs { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
)css";
}

}  // namespace plumbline::report
