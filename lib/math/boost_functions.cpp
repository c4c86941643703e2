// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Boost.Math's elliptic functions in run-time precision. They are compiled here once: their templates cost 4 s a scalar.
#include <plumbline/math/elliptic_provider.hpp>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_2.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/version.hpp>

#include <stdexcept>
#include <string>

namespace plumbline::boost_math {

namespace {

/// f(), with Boost's exceptions as domain_error.
template <class F>
auto in_our_words(const char* function, F&& f) {
  const auto refuse = [function](const std::string& reason) {
    return domain_error("Boost.Math " + std::to_string(BOOST_VERSION / 100000) + "." +
                        std::to_string(BOOST_VERSION / 100 % 1000) + " has no value of " +
                        function + " there: " + reason);
  };
  const auto require = [&refuse](const mp& x) {
    if (!is_finite(x)) {
      throw refuse("it returns a number that is not finite");
    }
  };
  try {
    auto value = f();
    if constexpr (requires { value.sn; }) {
      require(value.sn);
      require(value.cn);
      require(value.dn);
    } else {
      require(value);
    }
    return value;
  } catch (const invalid_input&) {
    throw;
  } catch (const std::exception& reason) {
    throw refuse(reason.what());
  }
}

}  // namespace

mp modulus(const mp& m) {
  if (m < 0) {
    throw domain_error(
        "Boost.Math takes the modulus k, and m = k^2 is negative here: --functions own has a "
        "value");
  }
  return sqrt(m);
}

mp ellint_1(const mp& k) {
  return in_our_words("ellint_1", [&] { return mp(boost::math::ellint_1(k)); });
}
mp ellint_1(const mp& k, const mp& phi) {
  return in_our_words("ellint_1", [&] { return mp(boost::math::ellint_1(k, phi)); });
}
mp ellint_2(const mp& k) {
  return in_our_words("ellint_2", [&] { return mp(boost::math::ellint_2(k)); });
}
mp ellint_2(const mp& k, const mp& phi) {
  return in_our_words("ellint_2", [&] { return mp(boost::math::ellint_2(k, phi)); });
}
mp ellint_3(const mp& k, const mp& n) {
  return in_our_words("ellint_3", [&] { return mp(boost::math::ellint_3(k, n)); });
}
mp ellint_3(const mp& k, const mp& n, const mp& phi) {
  return in_our_words("ellint_3", [&] { return mp(boost::math::ellint_3(k, n, phi)); });
}

jacobi_values<mp> jacobi_elliptic(const mp& k, const mp& u) {
  return in_our_words("jacobi_elliptic", [&] {
    mp cn;
    mp dn;
    const mp sn = boost::math::jacobi_elliptic(k, u, &cn, &dn);
    return jacobi_values<mp>{sn, cn, dn};
  });
}

mp amplitude(const mp& k, const mp& u) {
  const auto j = jacobi_elliptic(k, u);
  const mp principal = atan2(j.sn, j.cn);
  if (!(k < 1)) {
    return principal;
  }
  const mp two_pi = pi<mp>() * 2;
  const mp v = pi<mp>() * u / (ellint_1(k) * 2);
  const mp turns = floor(mp((v - principal) / two_pi + mp(1) / 2));
  return turns * two_pi + principal;
}

}  // namespace plumbline::boost_math
