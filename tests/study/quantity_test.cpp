// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Measured quantities as a program of one's own asks for them: without a host's help, stopped and gone on with, warned and
// told by a host in memory. Kind: property; the values themselves are tested by tests/validation.
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace plumbline {
namespace {

/// Keeps parts in memory, and goes on from what it has.
class memory_keeper final : public run_keeper {
 public:
  bool wanted() const override { return true; }
  bool due(const std::string& /*key*/) const override { return true; }
  std::string resumed_from() const override { return "memory"; }

 private:
  std::optional<std::vector<std::string>> find(const std::string& key) const override {
    const auto kept = parts_.find(key);
    return kept == parts_.end() ? std::nullopt : std::optional(kept->second);
  }
  void write(const std::string& key, std::vector<std::string> values) override {
    parts_[key] = std::move(values);
  }
  std::map<std::string, std::vector<std::string>> parts_;
};

class counted_progress final : public run_progress {
 public:
  explicit counted_progress(std::int64_t& done) : done_(&done) {}
  void advance(std::int64_t amount) override { *done_ += amount; }

 private:
  std::int64_t* done_;
};

/// Stops at the question after `patience` of them.
class watching_host final : public run_host {
 public:
  explicit watching_host(int patience = std::numeric_limits<int>::max()) : patience_(patience) {}
  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override {
    text += unit + " " + std::to_string(total);
    return std::make_unique<counted_progress>(done);
  }
  bool stop_requested() const noexcept override { return asked_++ >= patience_; }
  void warn(const std::string& what) override { text += "; warning: " + what; }
  void tell(metadata_entry fact) override { text += "; fact: " + fact.key; }
  run_keeper& keeper() override { return kept; }

  std::string text;
  std::int64_t done = 0;
  memory_keeper kept;

 private:
  int patience_;
  mutable int asked_ = 0;
};

measurement read(const std::string& name, const measure_request& request,
                 const problem_texts& texts = {}) {
  return read_measurement(find_quantity(sweep_quantities(), name), request, texts, 20);
}

measurement pendulum_energy() {
  return read("energy-error",
              {.system = "pendulum", .scheme = "simpson", .step = "1/10", .steps = "50"});
}

std::string in_text(const std::vector<named_value>& values) {
  std::string all;
  for (const auto& v : values) {
    all += v.name + "=" + v.re + " ";
  }
  return all;
}

std::string measured(const measurement& m, run_host& host) {
  return in_text(m.wanted->measure(m, host));
}

TEST(quantity, needs_nothing_of_its_host) {
  run_host nobody;
  EXPECT_TRUE(measured(pendulum_energy(), nobody).starts_with("energy-error=0.000"));
}

TEST(quantity, tells_its_host_how_far_it_is) {
  watching_host host;
  (void)measured(pendulum_energy(), host);
  EXPECT_EQ(host.text, "steps 50");
  EXPECT_EQ(host.done, 50);
}

/// A host that has what another one kept.
class heir final : public run_host {
 public:
  explicit heir(run_keeper& kept) : kept_(&kept) {}
  run_keeper& keeper() override { return *kept_; }
  std::unique_ptr<run_progress> begin(std::int64_t /*total*/,
                                      const std::string& /*unit*/) override {
    return std::make_unique<counted_progress>(done);
  }
  std::int64_t done = 0;

 private:
  run_keeper* kept_;
};

TEST(quantity, goes_on_from_what_a_keeper_has) {
  run_host nobody;
  for (const auto& m : {pendulum_energy(), read("period", {.system = "pendulum",
                                                          .scheme = "simpson",
                                                          .step = "1/10",
                                                          .events = {.count = "3"}})}) {
    watching_host impatient(20);
    EXPECT_THROW((void)measured(m, impatient), interrupted);
    heir next(impatient.kept);
    EXPECT_EQ(measured(m, next), measured(m, nobody)) << m.wanted->name;
    EXPECT_EQ(next.done, m.wanted->name == "period" ? 7 : 30) << m.wanted->name;
  }
}

TEST(quantity, hands_over_what_it_has_when_it_is_stopped) {
  const measurement m =
      read("period",
           {.system = "pendulum", .scheme = "simpson", .step = "1/10", .events = {.count = "3"}});
  run_host nobody;
  const std::string all = measured(m, nobody);
  watching_host impatient(20);
  try {
    (void)measured(m, impatient);
    FAIL() << "it was to stop";
  } catch (const interrupted_measurement& e) {
    ASSERT_EQ(e.so_far().size(), 1U);
    EXPECT_TRUE(all.starts_with(e.so_far().front().name + "=1.180"));
  }
}

TEST(quantity, tells_its_host_what_to_warn_of) {
  watching_host host;
  // at rest in the origin the energy is zero
  (void)measured(
      read("energy-error",
           {.system = "linear-double-pendulum", .scheme = "simpson", .step = "1/10", .steps = "2"},
           {.start = {"q1=0", "q2=0", "p1=0", "p2=0"}}),
      host);
  EXPECT_EQ(host.text,
            "steps 2; warning: zero at the start, so that the change is absolute, not relative: "
            "energy");
  watching_host other;
  (void)measured(
      read("error",
           {.system = "double-pendulum", .scheme = "simpson", .step = "1/10", .steps = "2"}),
      other);
  EXPECT_EQ(other.text, "; fact: reference");
}

TEST(quantity, of_a_sweep_is_no_property_of_one_run) {
  EXPECT_EQ(quantities().size() + 2, sweep_quantities().size());
  EXPECT_THROW((void)find_quantity(quantities(), "end"), invalid_input);
}

}  // namespace
}  // namespace plumbline
